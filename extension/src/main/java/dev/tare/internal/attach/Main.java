package dev.tare.internal.attach;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.util.stream.Collectors.joining;

import dev.tare.internal.render.OutputFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

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
          "  --histogram                       counts the live objects by class, twice",
          "  seconds=10                        how long; Enter or Ctrl-C ends it earlier",
          "  series=file.csv                   also writes the bytes of each thread over time",
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
    List<String> given = arguments.subList(1, arguments.size());
    RecordingOptions options = parse(given);
    int seconds = options.seconds() == 0 ? DEFAULT_SECONDS : options.seconds();
    if (!Files.isRegularFile(jar)) {
      throw new RefusedException(
          ExitCode.FAILED, jar + " is no jar: run the command with java -jar");
    }
    String requested =
        given.stream()
            .filter(option -> !option.contains("output=") && !option.contains("series="))
            .collect(joining(","));
    long pid = pid(arguments.get(0));
    try (RequestFolder folder = RequestFolder.create(pid, jar)) {
      folder.request(pid, jar, requested + ",seconds=" + seconds, options.hasSeries());
      err.printf(Locale.ROOT, "recording for %,d s; Enter or Ctrl-C ends it%n", seconds);
      print(pid, folder, options);
    } catch (IOException e) {
      throw new RefusedException(ExitCode.FAILED, e.toString(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static RecordingOptions parse(List<String> options) throws RefusedException {
    try {
      return RecordingOptions.parse(options);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  /** Prints the recording at its end, which Enter or Ctrl-C can bring forward. */
  private void print(long pid, RequestFolder folder, RecordingOptions options)
      throws RefusedException, IOException, InterruptedException {
    CountDownLatch printed = new CountDownLatch(1);
    Thread interrupted = new Thread(() -> endAndAwait(folder, printed), "tare-interrupted");
    Runtime.getRuntime().addShutdownHook(interrupted);
    endAtEnter(folder);
    try {
      String text = folder.await(pid);
      out.println(text);
      if (options.hasSeries() && Files.exists(folder.series())) {
        Path series = Path.of(options.series()).toAbsolutePath();
        Files.copy(folder.series(), series, REPLACE_EXISTING, NOFOLLOW_LINKS);
        out.println("  series      " + series);
      }
      if (!options.output().isEmpty()) {
        OutputFile.write(options.outputFile(), text + "\n", OutputFile.Opener.DISK);
        out.println("  file        " + options.outputFile().toAbsolutePath());
      }
    } finally {
      printed.countDown();
      removeShutdownHook(interrupted);
    }
  }

  private static void endAndAwait(RequestFolder folder, CountDownLatch printed) {
    folder.end();
    try {
      printed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void removeShutdownHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // this JVM is ending
    }
  }

  private void endAtEnter(RequestFolder folder) {
    Thread reader = new Thread(() -> readEnter(folder), "tare-enter");
    reader.setDaemon(true);
    reader.start();
  }

  private void readEnter(RequestFolder folder) {
    try {
      if (in.read() >= 0) {
        folder.end();
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
