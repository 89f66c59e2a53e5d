package dev.tare.internal.allocation;

import dev.tare.internal.agent.boot.CallRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Prints the bytes that a million readings of this thread's counter allocate, those that the hooks
 * of recorders allocate, and those that boxing of small numbers allocates.
 */
final class ReadingProbe {

  private static final int READINGS = 1_000_000;
  private static final int HOOKS = 100_000;

  static volatile @Nullable Object small;

  private ReadingProbe() {}

  // no string constants here: the JVM might create them during the readings
  public static void main(String[] arguments) {
    Number bytes = AllocationCounters.threadBytes().orElseThrow();
    System.out.println(allocated(bytes, READINGS, bytes::longValue));
    CallRecorder ofTest = new CallRecorder(bytes, null, ReadingProbe::noSize, 8, 0, false);
    ofTest.run();
    System.out.println(allocated(bytes, HOOKS, ReadingProbe::callHooks));
    ofTest.close();
    CallRecorder ofAll = new CallRecorder(bytes, null, ReadingProbe::noSize, 8, 64, true);
    ofAll.run();
    callHooks(); // the first call creates a tracker
    System.out.println(allocated(bytes, HOOKS, ReadingProbe::callHooks));
    ofAll.close();
    boxSmallNumbers(); // the first call creates the boxes
    System.out.println(allocated(bytes, HOOKS, ReadingProbe::boxSmallNumbers));
  }

  private static void boxSmallNumbers() {
    small = 5;
    small = 5L;
  }

  private static long allocated(Number bytes, int times, Runnable action) {
    long first = bytes.longValue();
    for (int i = 0; i < times; i++) {
      action.run();
    }
    return bytes.longValue() - first;
  }

  private static void callHooks() {
    CallRecorder.hook(CallRecorder.ENTER, 0);
    CallRecorder.hook(CallRecorder.CALLING, 1);
    CallRecorder.hook(CallRecorder.RETURNED, 1);
    CallRecorder.hook(CallRecorder.LEAVE, 0);
  }

  private static long noSize(Object object) {
    return 0;
  }
}
