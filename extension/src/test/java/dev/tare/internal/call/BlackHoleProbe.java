package dev.tare.internal.call;

import com.sun.management.ThreadMXBean;
import dev.tare.body.TestBody;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Prints the bytes of a compiled call whose value is unused. */
final class BlackHoleProbe {

  private static final int LOOPS = 500;
  private static final int CALLS = 1_000;

  private int calls;

  private BlackHoleProbe() {}

  /** Returns an object whose allocation C2 removes if the value is unused. */
  int[] values() {
    calls++;
    return new int[] {calls};
  }

  /** Prints the smallest number of bytes of a call, and the value of a single call. */
  public static void main(String[] arguments) throws Throwable {
    ThreadMXBean counter = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    TestBody body =
        TestBodies.of(new BlackHoleProbe(), BlackHoleProbe.class.getDeclaredMethod("values"));
    long least = Long.MAX_VALUE;
    for (int i = 0; i < LOOPS; i++) {
      long before = counter.getCurrentThreadAllocatedBytes();
      body.repeat(CALLS);
      least = Math.min(least, counter.getCurrentThreadAllocatedBytes() - before);
    }
    System.out.println(least / CALLS + " B");
    body.run();
    System.out.println(Arrays.toString((int[]) body.lastResult()));
  }
}
