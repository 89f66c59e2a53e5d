package dev.tare.internal.attach;

import dev.tare.internal.render.OutputFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/** The command of the agent jar, which attaches to a JVM and prints its recording. */
public final class Main {

  private static final int DEFAULT_SECONDS = 10;

  private static final String USAGE =
      """
      Records which lines of a running JVM allocate, or which methods it calls.

        java -jar <this jar> <pid> include=<patterns> ...   records one JVM, and then removes its hooks
        jps                                                 lists the JVMs of this user

        include=com.acme.*:org.acme.Shop  which classes; * stands for anything, : separates
        mode=calls                        counts calls instead of allocation, with times
        --histogram                       counts the live objects by class, twice
        seconds=10                        how long; Enter or Ctrl-C ends it earlier
        series=file.csv                   also writes the bytes of each thread over time
        output=file.txt                   also writes what is printed
        rows=20                           number of rows shown; the others are added up
      """;

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
      if (arguments.isEmpty() || arguments.get(0).matches("(--?)?h(elp)?")) {
        out.print(USAGE);
      } else {
        record(pid(arguments.get(0)), arguments.subList(1, arguments.size()));
      }
      return 0;
    } catch (RefusedException e) {
      err.println(e.getMessage());
      return e.exit();
    } catch (IOException e) {
      err.println(e);
      return RefusedException.FAILED;
    } catch (NoClassDefFoundError e) {
      err.println(
          "this Java has no attach API (" + e.getMessage() + "); run the command with a JDK");
      return RefusedException.NOT_ATTACHED;
    }
  }

  private static long pid(String text) {
    if (text.matches("\\d{1,18}")) {
      return Long.parseLong(text);
    }
    throw new RefusedException(
        RefusedException.USAGE,
        "'%s' is no process id; jps lists the JVMs of this user".formatted(text));
  }

  private void record(long pid, List<String> given) throws IOException {
    RecordingOptions options = RecordingOptions.parse(given);
    int seconds = options.seconds() == 0 ? DEFAULT_SECONDS : options.seconds();
    List<String> requested = new ArrayList<>(given);
    requested.add("seconds=" + seconds);
    if (!options.series().isEmpty()) {
      // the recorded process has another working directory
      requested.add("series=" + Path.of(options.series()).toAbsolutePath());
    }
    if (!options.output().isEmpty()) {
      AgentRecording.requireWritable("output", options.outputFile());
    }
    CountDownLatch done = new CountDownLatch(1);
    try (Request request = Request.create(pid)) {
      request.load(jar, requested);
      Thread enter = new Thread(() -> endAtEnter(request), "tare-enter");
      enter.setDaemon(true);
      enter.start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> endAndAwait(request, done)));
      err.printf(Locale.ROOT, "recording for %,d s; Enter or Ctrl-C ends it%n", seconds);
      print(request, options);
    } finally {
      done.countDown();
    }
  }

  private void endAtEnter(Request request) {
    try {
      if (in.read() >= 0) {
        request.end();
      }
    } catch (IOException e) {
      // no input: the recording ends after its time
    }
  }

  /** Ends the recording at Ctrl-C, and waits until it is printed. */
  private static void endAndAwait(Request request, CountDownLatch done) {
    request.end();
    try {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void print(Request request, RecordingOptions options) throws IOException {
    String text = request.await();
    out.println(text);
    if (!options.output().isEmpty()) {
      OutputFile.write(options.outputFile(), text + "\n");
      out.println("  file        " + options.outputFile().toAbsolutePath());
    }
  }
}
