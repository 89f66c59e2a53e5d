package dev.tare.internal.attach;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The command of the agent jar, run on a thread of this JVM; a test can press Enter. */
final class Command {

  /** Time after which a command is considered hung, even on a busy machine. */
  private static final long TIMEOUT_MINUTES = 30;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CountDownLatch firstErrorLine = new CountDownLatch(1);
  private final PipedOutputStream keyboard = new PipedOutputStream();
  private final CompletableFuture<Integer> exit;

  private Command(Path jar, List<String> arguments) throws IOException {
    PipedInputStream in = new PipedInputStream(keyboard);
    Main main = new Main(jar, in, print(out), print(new FirstLineListener()));
    exit = CompletableFuture.supplyAsync(() -> main.run(arguments), thread -> start(thread));
  }

  private static void start(Runnable task) {
    new Thread(task, "command").start();
  }

  private static PrintStream print(OutputStream stream) {
    return new PrintStream(stream, true, UTF_8);
  }

  /** Runs the command; without {@code seconds=}, a recording lasts an hour unless Enter ends it. */
  static Command run(Path jar, String... arguments) throws IOException {
    List<String> line = new ArrayList<>(List.of(arguments));
    if (has(line, "include=") && !has(line, "seconds=")) {
      line.add("seconds=3600");
    }
    return new Command(jar, line);
  }

  private static boolean has(List<String> line, String option) {
    return line.stream().anyMatch(argument -> argument.contains(option));
  }

  /** Waits until the command reports that it records, or why it does not. */
  Command recording() throws InterruptedException {
    if (!firstErrorLine.await(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
      throw new IllegalStateException("the command says nothing");
    }
    return this;
  }

  /** Presses Enter, and waits for the end without an error. */
  Command ended() throws Exception {
    keyboard.write('\n');
    keyboard.flush();
    if (exit() != 0) {
      throw new IllegalStateException(err());
    }
    return this;
  }

  int exit() throws Exception {
    return exit.get(TIMEOUT_MINUTES, TimeUnit.MINUTES);
  }

  String out() {
    return out.toString(UTF_8).strip();
  }

  String err() {
    return err.toString(UTF_8).strip();
  }

  /** Returns the cells of the first row that matches the pattern; empty if there is none. */
  List<String> row(String pattern) {
    Pattern row = Pattern.compile(pattern);
    return out()
        .lines()
        .filter(line -> row.matcher(line).find())
        .findFirst()
        .map(line -> Arrays.asList(line.strip().split(" {2,}", -1)))
        .orElse(new ArrayList<>());
  }

  /** Returns the bytes in the first row that matches the pattern. */
  long bytes(String pattern) {
    return parseBytes(row(pattern).get(1));
  }

  /** Returns the own time in the first row that matches the pattern, in nanoseconds. */
  long nanos(String pattern) {
    return Long.parseLong(row(pattern).get(1).replaceAll("(\\.\\d+)? ns|,", ""));
  }

  /** Returns the sum of the bytes of all sites. */
  long sum() {
    return sum(out().lines().takeWhile(line -> !isTitleOfThreads(line)));
  }

  /** Returns the sum of the bytes of all threads. */
  long threadSum() {
    return sum(out().lines().dropWhile(line -> !isTitleOfThreads(line)));
  }

  private static boolean isTitleOfThreads(String line) {
    return line.matches(" +share +bytes( +threads)? +thread");
  }

  private static long sum(Stream<String> lines) {
    return lines
        .filter(line -> line.matches(" +[\\d,.]+ % .*"))
        .mapToLong(line -> parseBytes(line.strip().split(" {2,}", -1)[1]))
        .sum();
  }

  /** Returns the total in the first line. */
  long total() {
    return parseBytes(
        out()
            .lines()
            .findFirst()
            .orElseThrow()
            .replaceFirst(".*?([\\d,]+ B)\\)? on the threads .*", "$1"));
  }

  private static long parseBytes(String cell) {
    return Long.parseLong(cell.replaceAll("[, B]", ""));
  }

  private final class FirstLineListener extends OutputStream {
    @Override
    public void write(int b) {
      err.write(b);
      if (b == '\n') {
        firstErrorLine.countDown();
      }
    }
  }
}
