package dev.tare.internal.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class ThreadCallsTests {

  private static final int PARENTS = 2;
  private static final int SITES = 3;
  private static final int COUNTS = 5;
  private static final int BYTES = 6;
  private static final int MOST = 8;

  private final AtomicLong allocated = new AtomicLong();
  private final CallRecorder recorder =
      new CallRecorder(allocated, null, object -> 0, 24, 0, false);

  private long[] values(int index) {
    Object[] totals = recorder.totals()[0];
    return Arrays.copyOf((long[]) totals[index], (int) totals[1]);
  }

  private int[] numbers(int index) {
    Object[] totals = recorder.totals()[0];
    return Arrays.copyOf((int[]) totals[index], (int) totals[1]);
  }

  private void call(int site, long bytes) {
    CallRecorder.hook(CallRecorder.CALLING, site);
    allocated.addAndGet(bytes);
    CallRecorder.hook(CallRecorder.RETURNED, site);
  }

  @Test
  void callsCountThatAllocateEnoughForACountedObject() {
    recorder.run();
    call(2, 0);
    call(2, 16);
    call(2, 48);
    recorder.close();

    assertThat(values(COUNTS)).containsExactly(0, 1);
    assertThat(values(MOST)).containsExactly(0, 2);
    assertThat(values(BYTES)).containsExactly(0, 64);
  }

  @Test
  void lineIsBelowTheLinesThatLedThere() {
    recorder.run();
    CallRecorder.hook(CallRecorder.ENTER, 0);
    CallRecorder.hook(CallRecorder.CALLING, 2);
    CallRecorder.hook(CallRecorder.ENTER, 0);
    call(4, 24);
    CallRecorder.hook(CallRecorder.LEAVE, 0);
    CallRecorder.hook(CallRecorder.RETURNED, 2);
    call(4, 24);
    CallRecorder.hook(CallRecorder.LEAVE, 0);
    recorder.close();

    assertThat(numbers(SITES)).containsExactly(0, 2, 4, 4);
    assertThat(numbers(PARENTS)).containsExactly(0, 0, 1, 0);
    assertThat(values(BYTES)).containsExactly(0, 0, 24, 24);
  }

  /** The tree of a thread has room for 16,384 nodes at first. */
  @Test
  void sumsAreKeptWhenTheTreeGrows() {
    recorder.run();
    for (int site = 2; site <= 40_000; site += 2) {
      call(site, 24);
    }
    call(4, 24);
    recorder.close();

    assertThat(values(BYTES)).hasSize(20_001).endsWith(24).startsWith(0, 24, 48);
    assertThat(Arrays.stream(values(BYTES)).sum()).isEqualTo(allocated.get());
  }
}
