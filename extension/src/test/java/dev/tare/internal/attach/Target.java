package dev.tare.internal.attach;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tare.internal.agent.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A running JVM to attach to, which ends when this is closed. */
final class Target implements AutoCloseable {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private static final int MAX_QUESTIONS = 10_000;
  private static final int MAX_COLLECTIONS = 500;

  private final Process process;
  private final Path errors;
  private final BufferedReader answers;
  private final PrintStream questions;

  private Target(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    this.questions = new PrintStream(process.getOutputStream(), true, UTF_8);
  }

  /** Starts a JVM of the same build as this one. */
  static Target start(String... options) throws IOException {
    return start(Path.of(System.getProperty("java.home")), options);
  }

  static Target start(Path home, String... options) throws IOException {
    return start(
        List.of(home.resolve("bin/java").toString()),
        ChildJvm.home(TargetProbe.class).toString(),
        TargetProbe.class,
        options);
  }

  /** Starts a JVM of the user {@code nobody}; only root can. */
  static Target ofAnotherUser(String... options) throws IOException {
    return start(
        List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", JAVA),
        ChildJvm.home(TargetProbe.class).toString(),
        TargetProbe.class,
        options);
  }

  /** Starts a JVM with the class path of this one and another main class. */
  static Target of(Class<?> main, String... options) throws IOException {
    return start(List.of(JAVA), System.getProperty("java.class.path"), main, options);
  }

  private static Target start(List<String> java, String classPath, Class<?> main, String... options)
      throws IOException {
    List<String> line = new ArrayList<>(java);
    line.addAll(ChildJvm.COMPILERS);
    line.addAll(List.of(options));
    line.addAll(List.of("-cp", classPath, main.getName()));
    Path errors = Files.createTempFile("target", ".err");
    ProcessBuilder builder = new ProcessBuilder(line).redirectError(errors.toFile());
    // a JVM reports these on its error stream
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Target target = new Target(builder.start(), errors);
    target.expect("ready");
    return target;
  }

  /** Starts a recording by the command of a jar. */
  Command recording(Path jar, Stream<String> options) throws Exception {
    return Command.run(jar, Stream.concat(Stream.of(pid()), options).toArray(String[]::new))
        .recording();
  }

  /** Records what this does in reply to a question. */
  Command recorded(Path jar, String question, Stream<String> options) throws Exception {
    Command command = recording(jar, options);
    ask(question);
    return command.ended();
  }

  String pid() {
    return Long.toString(process.pid());
  }

  /** Sends a line and returns the reply. */
  String ask(String question) throws IOException {
    questions.println(question);
    return String.valueOf(answers.readLine());
  }

  /** Sends a line until the reply no longer contains the text. */
  String askUntilGone(String question, String text) throws IOException {
    String answer = ask(question);
    for (int i = 0; i < MAX_QUESTIONS && answer.contains(text); i++) {
      answer = ask(question);
    }
    return answer;
  }

  /** Sends a line until the reply is below the limit, which a working JIT may delay. */
  int askUntilFewer(String question, int limit) throws IOException {
    int answer = Integer.parseInt(ask(question));
    for (int i = 0; i < MAX_COLLECTIONS && answer >= limit; i++) {
      answer = Integer.parseInt(ask(question));
    }
    return answer;
  }

  private void expect(String answer) throws IOException {
    String line = String.valueOf(answers.readLine());
    if (!line.equals(answer)) {
      throw new IllegalStateException(line + errors());
    }
  }

  String errors() throws IOException {
    return Files.readString(errors, UTF_8).strip();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Closes the standard input, at which the JVM ends, and returns its exit code. */
  int end() throws InterruptedException {
    questions.close();
    return process.waitFor();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(errors);
  }
}
