package dev.tare.internal.allocation;

import dev.tare.internal.agent.Access;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Site;
import dev.tare.internal.agent.SiteRecording;
import dev.tare.internal.agent.SiteRecording.Share;
import dev.tare.internal.agent.Turns;
import dev.tare.internal.agent.Weaving;
import dev.tare.internal.call.TestBody;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.DataSize;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;

/**
 * Finds the lines of the application that allocate, by calling the body with the application's
 * classes woven.
 *
 * <p>Weaving makes the JVM forget which lambdas and concatenations it has linked, so a first call
 * links them anew and is not told. Of those after it the first is told that weighs what was judged:
 * now and then the JVM allocates something of its own in a call, and that is not to be explained.
 * If none of {@value #CALLS} does, the one with the fewest bytes is told.
 */
public final class AllocationSites {

  private static final int CALLS = 5;

  private static final Site OTHER_THREADS = new Site("other threads, not told apart", "");

  private final AllocationCounter counter;
  private final List<Object> testInstances;

  /**
   * @param counter what the rows add up to
   * @param testInstances whose classes are the application's; the outermost first
   */
  public AllocationSites(AllocationCounter counter, List<Object> testInstances) {
    this.counter = counter;
    this.testInstances = testInstances;
  }

  /**
   * The figure with the breakdown of one of a few more calls, or with the reason why there is none.
   */
  public Observed explain(Observed observed, TestBody body) {
    if (!(Agent.access() instanceof Access.Granted granted)) {
      Access.Refused refused = (Access.Refused) Agent.access();
      return unexplained(observed, refused.reason() + "; " + refused.remedy());
    }
    Optional<Lock> turn = Turns.weaving();
    if (turn.isEmpty()) {
      return unexplained(observed, "other bodies are being judged all the while");
    }
    try {
      return observed.withBreakdown(
          breakdown(granted.instrumentation(), body, (long) observed.value().amount()));
    } catch (Throwable thrown) {
      // the verdict stands without it, whatever the body or the JVM makes of these calls
      return unexplained(observed, "the call that should explain it threw " + thrown);
    } finally {
      turn.get().unlock();
    }
  }

  /** The figure with the reason why it has no breakdown. */
  public static Observed unexplained(Observed observed, String reason) {
    List<String> phrases = new ArrayList<>(observed.distortions());
    phrases.add("no breakdown: " + reason);
    return observed.withDistortions(phrases);
  }

  private Breakdown breakdown(Instrumentation instrumentation, TestBody body, long judged)
      throws Throwable {
    Number bytes = new ThreadBytes(AllocationCounters.bean().orElseThrow());
    try (Weaving weaving =
        Weaving.open(instrumentation, testInstances.stream().map(Object::getClass))) {
      body.run();
      weaving.settle();
      // what the bracket itself links at first use is in no figure
      for (int i = 0; i < 2; i++) {
        record(weaving.record(bytes), new EmptyBody());
      }
      long fewest = Long.MAX_VALUE;
      List<Share> shares = List.of();
      for (int i = 0; i < CALLS && fewest != judged; i++) {
        SiteRecording recording = weaving.record(bytes);
        long total = record(recording, body);
        if (total < fewest || total == judged) {
          fewest = total;
          shares = recording.shares();
        }
      }
      return breakdown(shares, fewest, weaving.skipped());
    }
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

  private static Breakdown breakdown(List<Share> shares, long total, Set<String> skipped) {
    Map<Site, Share> merged = new LinkedHashMap<>();
    long sum = 0;
    for (Share share : shares) {
      merged.merge(share.site(), share, AllocationSites::sum);
      sum += share.bytes();
    }
    // the counter of this thread alone has no rest; of others it has what they did
    if (total > sum) {
      merged.put(OTHER_THREADS, new Share(OTHER_THREADS, total - sum, 1));
    }
    return new Breakdown(
        new DataSize(Math.max(total, sum)),
        merged.values().stream().map(AllocationSites::row).toList(),
        skipped.isEmpty()
            ? List.of()
            : List.of("could not be woven, so what they allocate is their callers': " + skipped));
  }

  private static Share sum(Share one, Share other) {
    return new Share(one.site(), one.bytes() + other.bytes(), one.count() + other.count());
  }

  private static Breakdown.Row row(Share share) {
    return new Breakdown.Row(
        new DataSize(share.bytes()), share.count(), share.site().made(), share.site().where());
  }
}
