package dev.tare.internal.attach;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A JVM to attach to. For each line of its standard input, it does known work on known threads and
 * prints a reply.
 */
public final class TargetProbe {

  private static final List<Kept> KEPT = new ArrayList<>();

  private TargetProbe() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Work.kept = null; // loads the class
    System.out.println("ready");
    String line = in.readLine();
    while (line != null) {
      System.out.println(answer(line.split(" ")));
      line = in.readLine();
    }
  }

  private static Object answer(String[] words) throws InterruptedException {
    return switch (words[0]) {
      case "work" -> on(words[1], () -> Work.all(Integer.parseInt(words[2])));
      case "stay" -> staying(words[1], () -> Work.all(Integer.parseInt(words[2])));
      case "serve" -> staying(words[1], () -> Shop.sell(Integer.parseInt(words[2])));
      case "sell" -> on(words[1], () -> Shop.sell(Integer.parseInt(words[2])));
      case "late" -> Late.work();
      case "overflow" -> Work.overflow();
      case "short" -> shortLived(Integer.parseInt(words[1]));
      case "virtual" -> virtual();
      case "keep" -> keep(Integer.parseInt(words[1]));
      case "spin" -> spinning(Integer.parseInt(words[1]));
      case "throw" -> Work.thrown(100) + Work.deep(100);
      case "threads" -> threads();
      case "types" -> types();
      case "loaded" -> loaded();
      default -> "what is " + words[0];
    };
  }

  /** Does the work on each of several threads. */
  private static String on(String threads, Runnable work) throws InterruptedException {
    List<Thread> started = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(threads); i++) {
      Thread thread = new Thread(work, "worker-" + i);
      thread.start();
      started.add(thread);
    }
    for (Thread thread : started) {
      thread.join();
    }
    return "done";
  }

  /** Does the work on each of several threads, which then wait until the JVM ends. */
  private static String staying(String threads, Runnable work) throws InterruptedException {
    int number = Integer.parseInt(threads);
    CountDownLatch worked = new CountDownLatch(number);
    for (int i = 0; i < number; i++) {
      Thread thread =
          new Thread(
              () -> {
                work.run();
                worked.countDown();
                awaitEnd();
              },
              "server-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    worked.await();
    return "done";
  }

  private static String keep(int objects) {
    for (int i = 0; i < objects; i++) {
      KEPT.add(new Kept());
    }
    return "kept";
  }

  /** Works on each of several threads until the JVM ends. */
  private static String spinning(int threads) {
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(TargetProbe::spin, "spinner-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    return "spinning";
  }

  private static void spin() {
    while (true) {
      Work.arrays();
    }
  }

  private static void awaitEnd() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts one thread after the other, more than there can be at a time. */
  private static String shortLived(int threads) throws InterruptedException {
    for (int i = 0; i < threads; i++) {
      on("1", Work::arrays);
    }
    return "done";
  }

  /** Does the work on a virtual thread, started by reflection since Java 17 has none. */
  private static String virtual() {
    Runnable work = () -> Work.all(10);
    try {
      ((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work))
          .join();
      return "done";
    } catch (ReflectiveOperationException | InterruptedException e) {
      return e.toString();
    }
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the number of classes after unloading. */
  private static int loaded() {
    System.gc();
    return ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
  }

  /** Returns whether the recorder's copy, which is never unloaded, is loaded. */
  private static String types() {
    try {
      Class.forName("java.lang.TareAllCallRecorder", false, null);
      return "recorder";
    } catch (ClassNotFoundException e) {
      return "none";
    }
  }

  /** An object that stays alive. */
  private static final class Kept {}

  /** Work that is recorded. */
  static final class Work {

    static volatile @Nullable Object kept;

    private Work() {}

    static void all(int times) {
      for (int i = 0; i < times; i++) {
        arrays();
        boxes();
      }
    }

    // 1,016 bytes
    static void arrays() {
      kept = new byte[1000];
    }

    // 16 bytes
    static void boxes() {
      kept = Integer.valueOf(times());
    }

    private static int times() {
      return 100_000;
    }

    static String thrown(int times) {
      for (int i = 0; i < times; i++) {
        try {
          fail();
        } catch (IllegalStateException e) {
          kept = e;
        }
      }
      return "thrown ";
    }

    private static void fail() {
      throw new IllegalStateException("on purpose");
    }

    static String overflow() {
      try {
        return "no end " + endless(0);
      } catch (StackOverflowError e) {
        return "overflow";
      }
    }

    private static int endless(int depth) {
      kept = new int[depth % 10];
      return depth < 0 ? 0 : endless(depth + 1) + 1;
    }

    // deeper than the initial capacity of a thread's call stack
    static int deep(int left) {
      kept = new int[10];
      return left == 0 ? 0 : deep(left - 1);
    }
  }

  /** A class that is loaded on the first work with it. */
  static final class Late {

    static volatile @Nullable Object kept;

    private Late() {}

    static String work() {
      kept = new long[100];
      return "late";
    }
  }
}
