package dev.tare.internal.allocation;

import dev.tare.internal.agent.record.SiteRecording;
import dev.tare.internal.agent.record.SiteShare;
import dev.tare.internal.agent.record.Weaving;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.call.TestBody;
import dev.tare.model.Breakdown;
import java.util.List;

/**
 * Calls a body whose classes are woven, and returns the breakdown of one of the calls.
 *
 * <p>It is the first call with exactly the judged bytes, because the JVM occasionally allocates
 * something of its own in a call. If none of {@value #MAX_CALLS} calls has them, it is the call
 * with the fewest bytes.
 */
final class WovenCalls {

  private static final int MAX_CALLS = 5;

  private final Weaving weaving;
  private final AllocationCounter counter;
  private final ClassOrigin reach;

  WovenCalls(Weaving weaving, AllocationCounter counter, ClassOrigin reach) {
    this.weaving = weaving;
    this.counter = counter;
    this.reach = reach;
  }

  /**
   * Returns the rows of one call.
   *
   * @param body a body that has been called since it was woven
   * @param judged the bytes of the judged figure
   */
  Breakdown breakdown(TestBody body, long judged) throws Throwable {
    // linkage in the recording itself on first use is in no figure
    for (int i = 0; i < 2; i++) {
      record(recording(), new EmptyBody());
    }
    long fewest = Long.MAX_VALUE;
    List<SiteShare> shares = List.of();
    for (int i = 0; i < MAX_CALLS && fewest != judged; i++) {
      SiteRecording recording = recording();
      long total = record(recording, body);
      if (total < fewest || total == judged) {
        fewest = total;
        shares = recording.shares();
      }
    }
    return new SiteRows(reach).breakdown(shares, fewest, weaving.skipped());
  }

  private SiteRecording recording() throws ReflectiveOperationException {
    Number bytes = new ThreadBytes(AllocationCounters.bean().orElseThrow());
    return weaving.record(bytes, counter.otherThreads());
  }

  private long record(SiteRecording recording, TestBody body) throws Throwable {
    counter.open();
    recording.start();
    try {
      body.run();
    } finally {
      recording.stop();
    }
    return counter.close();
  }
}
