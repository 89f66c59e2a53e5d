package dev.tare.internal.allocation;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess;
import dev.tare.internal.agent.record.Weaving;
import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.call.TestBody;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * Finds the lines that allocate, by calling the body with classes woven.
 *
 * <p>Weaving makes the JVM forget which lambdas and concatenations it has linked, so a first call
 * links them anew and is not told.
 */
public final class AllocationSites {

  private final AllocationCounter counter;
  private final List<Object> testInstances;
  private final ClassOrigin reach;

  /**
   * @param counter what the rows add up to
   * @param testInstances whose classes are the application's; the outermost first
   * @param reach how far classes are woven
   */
  public AllocationSites(AllocationCounter counter, List<Object> testInstances, ClassOrigin reach) {
    this.counter = counter;
    this.testInstances = testInstances;
    this.reach = reach;
  }

  /**
   * The figure with the breakdown of one of a few more calls, or with the reason why there is none.
   */
  public Observed explain(Observed observed, TestBody body) {
    if (!(Agent.access() instanceof AgentAccess.Granted granted)) {
      AgentAccess.Refused refused = (AgentAccess.Refused) Agent.access();
      return unexplained(observed, refused.reason() + "; " + refused.remedy());
    }
    Optional<Lock> turn = WeavingLock.weaving();
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
    return observed.alsoDistorted(List.of("no breakdown: " + reason));
  }

  private Breakdown breakdown(Instrumentation instrumentation, TestBody body, long judged)
      throws Throwable {
    List<Class<?>> tests = new ArrayList<>();
    testInstances.forEach(test -> tests.add(test.getClass()));
    try (Weaving weaving = Weaving.open(instrumentation, new ClassOrigins(tests, reach))) {
      body.run();
      weaving.settle();
      return new WovenCalls(weaving, counter, reach).breakdown(body, judged);
    }
  }
}
