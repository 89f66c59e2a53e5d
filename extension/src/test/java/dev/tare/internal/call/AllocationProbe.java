package dev.tare.internal.call;

import com.sun.management.ThreadMXBean;
import dev.tare.body.TestBody;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Prints the bytes that calls of bodies allocate, from the first call on; runs in its own JVM. */
final class AllocationProbe {

  /** Number of readings of each body, for single calls and for loops each. */
  static final int READINGS = 30;

  /**
   * Number of bodies: those of {@link Weights} from two class loaders; a coverage tool may add one.
   */
  static final int BODY_COUNT =
      2
          * (int)
              Stream.of(Weights.class.getDeclaredMethods())
                  .filter(method -> !method.isSynthetic())
                  .count();

  private static final ThreadMXBean COUNTER = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Bodies that allocate nothing, except {@code thousandBytes}. */
  static class Weights {

    private final String text;

    Weights() {
      text = "text";
    }

    void aVoid() {}

    boolean aBoolean() {
      return text.isEmpty();
    }

    int anInt() {
      return text.length();
    }

    long aLong() {
      return text.length();
    }

    float aFloat() {
      return text.length();
    }

    double aDouble() {
      return text.length();
    }

    String aReference() {
      return text;
    }

    long withArguments(int a, long b, String c, double d, int[] e) {
      return a + b + c.length() + (long) d + e.length;
    }

    byte[] thousandBytes() {
      return new byte[1000];
    }
  }

  private AllocationProbe() {}

  /** Prints a line for each body: its name and its readings, in bytes. */
  public static void main(String[] args) throws Throwable {
    COUNTER.getCurrentThreadAllocatedBytes();
    print(new Weights());
    print(new CopyingLoader(Weights.class).instance(Weights.class));
  }

  private static void print(Object target) throws Throwable {
    Method[] methods = target.getClass().getDeclaredMethods();
    Arrays.sort(methods, Comparator.comparing(Method::getName));
    for (Method method : methods) {
      long[] readings = readings(TestBodies.of(target, method, arguments(method)));
      System.out.println(
          Arrays.stream(readings)
              .mapToObj(Long::toString)
              .collect(Collectors.joining(" ", method.getName() + " ", "")));
    }
  }

  private static @Nullable Object[] arguments(Method method) {
    return method.getParameterCount() == 0
        ? new Object[0]
        : new Object[] {1, 2L, "three", 4.0, new int[5]};
  }

  private static long[] readings(TestBody body) throws Throwable {
    long[] readings = new long[2 * READINGS];
    for (int i = 0; i < READINGS; i++) {
      long before = COUNTER.getCurrentThreadAllocatedBytes();
      body.run();
      readings[i] = COUNTER.getCurrentThreadAllocatedBytes() - before;
    }
    for (int i = READINGS; i < 2 * READINGS; i++) {
      long before = COUNTER.getCurrentThreadAllocatedBytes();
      body.repeat(1);
      readings[i] = COUNTER.getCurrentThreadAllocatedBytes() - before;
    }
    return readings;
  }
}
