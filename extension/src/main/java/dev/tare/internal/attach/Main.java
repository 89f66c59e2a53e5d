package dev.tare.internal.attach;

import dev.tare.internal.render.RecordingText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The command of the agent jar: lists JVMs, or attaches to one and prints its recording. */
public final class Main {

  private static final int DEFAULT_SECONDS = 10;

  private static final List<String> USAGE =
      List.of(
          "Records which lines of a running JVM allocate, or which methods it calls.",
          "",
          "  java -jar <this jar>                                lists the JVMs of this user",
          "  java -jar <this jar> <pid> include=<patterns> ...   records one JVM, and then removes its hooks",
          "",
          "  include=com.acme.*:org.acme.Shop  which classes; * stands for anything, : separates",
          "  include=com.acme.Cache.get*       which methods of a class",
          "  exclude=*Test                     which of them are left out",
          "  mode=calls                        counts calls instead of allocation, with times",
          "  seconds=10                        how long; Enter ends it earlier",
          "  rows=20                           number of rows shown; the others are added up");

  private final Path jar;
  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;

  Main(Path jar, InputStream in, PrintStream out, PrintStream err) {
    this.jar = jar;
    this.in = in;
    this.out = out;
    this.err = err;
  }

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.exit(
        new Main(Entry.ownJar(), System.in, System.out, System.err).run(List.of(arguments)));
  }

  /** Runs the command, and returns its exit code. */
  int run(List<String> arguments) {
    try {
      if (arguments.isEmpty()) {
        list();
      } else if (arguments.get(0).matches("(--?)?h(elp)?")) {
        USAGE.forEach(out::println);
      } else {
        record(arguments);
      }
      return ExitCode.DONE.code();
    } catch (RefusedException e) {
      err.println(e.reason());
      return e.exit().code();
    } catch (NoClassDefFoundError e) {
      err.println(
          "this Java has no attach API (" + e.getMessage() + "); run the command with a JDK");
      return ExitCode.NOT_ATTACHED.code();
    }
  }

  private void list() {
    List<String> jvms = AttachableJvms.list();
    if (jvms.isEmpty()) {
      out.println("no other JVM of this user is running");
    }
    jvms.forEach(out::println);
  }

  private void record(List<String> arguments) throws RefusedException {
    RecordingOptions options;
    try {
      options =
          RecordingOptions.parse(arguments.subList(1, arguments.size()))
              .withDefaultSeconds(DEFAULT_SECONDS);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
    if (!Files.isRegularFile(jar)) {
      throw new RefusedException(
          ExitCode.FAILED, jar + " is no jar: run the command with java -jar");
    }
    try (Attachment attachment = Attachment.to(pid(arguments.get(0)), jar)) {
      int classes = attachment.start(options);
      err.printf(
          Locale.ROOT,
          "recording %,d class%s for %,d s; Enter ends it%n",
          classes,
          classes == 1 ? "" : "es",
          options.seconds());
      stopAtEnter(attachment);
      RecordedTables recorded = attachment.await();
      out.println(
          RecordingText.render(
              recorded.process(),
              recorded.breakdown(),
              recorded.threads(),
              options.rows(),
              recorded.phrases()));
    } catch (IOException e) {
      throw new RefusedException(ExitCode.FAILED, e.toString(), e);
    }
  }

  private void stopAtEnter(Attachment attachment) {
    Thread reader = new Thread(() -> readEnter(attachment), "tare-enter");
    reader.setDaemon(true);
    reader.start();
  }

  private void readEnter(Attachment attachment) {
    try {
      if (in.read() >= 0) {
        attachment.stop();
      }
    } catch (IOException e) {
      // no input: the recording ends after its time
    }
  }

  private static long pid(String text) throws RefusedException {
    if (text.matches("\\d{1,18}")) {
      return Long.parseLong(text);
    }
    throw new RefusedException(
        ExitCode.USAGE,
        "'%s' is no process id; without arguments the JVMs are listed".formatted(text));
  }
}
