package dev.tare.internal.allocation;

import dev.tare.internal.agent.record.SiteRecording;
import dev.tare.internal.agent.record.SiteShare;
import dev.tare.internal.agent.record.Weaving;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.call.TestBody;
import dev.tare.model.Breakdown;
import java.util.List;

/**
 * Calls a body whose classes are woven, and tells one of the calls.
 *
 * <p>It is the first that weighs what was judged: now and then the JVM allocates something of its
 * own in a call, and that is not to be explained. If none of {@value #CALLS} does, it is the one
 * with the fewest bytes.
 */
final class WovenCalls {

  private static final int CALLS = 5;

  private final Weaving weaving;
  private final AllocationCounter counter;
  private final ClassOrigin reach;

  WovenCalls(Weaving weaving, AllocationCounter counter, ClassOrigin reach) {
    this.weaving = weaving;
    this.counter = counter;
    this.reach = reach;
  }

  /**
   * The rows of one call.
   *
   * @param body one that has been called since it was woven
   * @param judged the bytes that it should weigh
   */
  Breakdown breakdown(TestBody body, long judged) throws Throwable {
    // what the bracket itself links at first use is in no figure
    for (int i = 0; i < 2; i++) {
      record(recording(), new EmptyBody());
    }
    long fewest = Long.MAX_VALUE;
    List<SiteShare> shares = List.of();
    for (int i = 0; i < CALLS && fewest != judged; i++) {
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
