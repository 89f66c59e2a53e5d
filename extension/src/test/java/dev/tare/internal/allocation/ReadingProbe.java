package dev.tare.internal.allocation;

import dev.tare.internal.agent.boot.AllThreadsRecorder;
import dev.tare.internal.agent.boot.SiteRecorder;

/**
 * Prints the bytes that a million readings of this thread's counter allocate, and those that the
 * hooks of recorders allocate.
 */
final class ReadingProbe {

  private static final int READINGS = 1_000_000;
  private static final int HOOKS = 100_000;

  private ReadingProbe() {}

  // without a string constant, which the JVM might create meanwhile
  public static void main(String[] arguments) {
    Number bytes = AllocationCounters.threadBytes().orElseThrow();
    System.out.println(ofReadings(bytes));
    System.out.println(ofSiteRecorder(bytes));
    System.out.println(ofAllThreadsRecorder(bytes));
  }

  private static long ofReadings(Number bytes) {
    long first = bytes.longValue();
    long last = first;
    for (int i = 0; i < READINGS; i++) {
      last = bytes.longValue();
    }
    return last - first;
  }

  private static long ofSiteRecorder(Number bytes) {
    SiteRecorder recorder =
        new SiteRecorder(bytes, ReadingProbe::noSize, 1 << 10, 0, new Thread[0], new long[0]);
    recorder.run();
    long first = bytes.longValue();
    for (int i = 0; i < HOOKS; i++) {
      SiteRecorder.enter();
      SiteRecorder.calling(1);
      SiteRecorder.mark(1);
      SiteRecorder.leave();
    }
    long last = bytes.longValue();
    recorder.close();
    return last - first;
  }

  private static long ofAllThreadsRecorder(Number bytes) {
    AllThreadsRecorder recorder =
        new AllThreadsRecorder(
            bytes, ReadingProbe::noSize, 1, new long[2], new long[2], new long[3]);
    recorder.run();
    AllThreadsRecorder.mark(1); // takes a slot
    long first = bytes.longValue();
    for (int i = 0; i < HOOKS; i++) {
      AllThreadsRecorder.enter();
      AllThreadsRecorder.calling(1);
      AllThreadsRecorder.mark(1);
      AllThreadsRecorder.leave();
    }
    long last = bytes.longValue();
    recorder.close();
    return last - first;
  }

  private static long noSize(Object object) {
    return 0;
  }
}
