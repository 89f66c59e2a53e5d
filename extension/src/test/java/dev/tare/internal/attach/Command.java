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

/** The command, run on a thread of this JVM; Enter can be pressed when it records. */
final class Command {

  /** Time after which a command must have hung, even on a busy machine. */
  private static final long BOUND_MINUTES = 30;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CountDownLatch told = new CountDownLatch(1);
  private final PipedOutputStream keyboard = new PipedOutputStream();
  private final CompletableFuture<Integer> exit;

  private Command(Path jar, List<String> arguments) throws IOException {
    PipedInputStream in = new PipedInputStream(keyboard);
    Main main = new Main(jar, in, print(out), print(new Telling()));
    exit = CompletableFuture.supplyAsync(() -> main.run(arguments), thread -> start(thread));
  }

  private static void start(Runnable task) {
    new Thread(task, "command").start();
  }

  private static PrintStream print(OutputStream stream) {
    return new PrintStream(stream, true, UTF_8);
  }

  /** Runs a recording of an hour unless an argument limits it, which Enter ends. */
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

  /** Waits until it records, or says why it does not. */
  Command recording() throws InterruptedException {
    if (!told.await(BOUND_MINUTES, TimeUnit.MINUTES)) {
      throw new IllegalStateException("the command says nothing");
    }
    return this;
  }

  Command enter() throws IOException {
    keyboard.write('\n');
    keyboard.flush();
    return this;
  }

  int exit() throws Exception {
    return exit.get(BOUND_MINUTES, TimeUnit.MINUTES);
  }

  String out() {
    return out.toString(UTF_8).strip();
  }

  String err() {
    return err.toString(UTF_8).strip();
  }

  /** The first row that the pattern fits, its cells apart; none if there is none. */
  List<String> row(String pattern) {
    Pattern row = Pattern.compile(pattern);
    return out()
        .lines()
        .filter(line -> row.matcher(line).find())
        .findFirst()
        .map(line -> Arrays.asList(line.strip().split(" {2,}", -1)))
        .orElse(new ArrayList<>());
  }

  /** The bytes of that row. */
  long bytes(String pattern) {
    return parsed(row(pattern).get(1));
  }

  /** Returns the own time of the method in that row. */
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
        .mapToLong(line -> parsed(line.strip().split(" {2,}", -1)[1]))
        .sum();
  }

  /** Returns the bytes of line 1. */
  long total() {
    return parsed(
        out().lines().findFirst().orElseThrow().replaceFirst(".*?([\\d,]+ B)\\)?$", "$1"));
  }

  private static long parsed(String cell) {
    return Long.parseLong(cell.replaceAll("[, B]", ""));
  }

  private final class Telling extends OutputStream {
    @Override
    public void write(int b) {
      err.write(b);
      if (b == '\n') {
        told.countDown();
      }
    }
  }
}
