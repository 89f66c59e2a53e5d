package dev.tare.internal.allocation;

import dev.tare.internal.agent.Access;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.OptimizerHold;
import dev.tare.internal.agent.Turns;
import dev.tare.internal.call.TestBody;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * Measures a body whose readings differ again, with the JIT's removal of allocations held off.
 *
 * <p>When a body is compiled while it is measured, some of its readings are before that and some
 * after it, and which is the smallest depends on the machine. With C2 held off the readings are
 * equal, and their figure is what the code allocates on every machine until it is compiled: it is
 * judged where it is the larger one. Where they differ still, the body itself allocates now more
 * and now less, and the minimum stays.
 */
public final class HeldOff {

  private static final int WARMUPS = 2;
  private static final int RUNS = 5;

  private final AllocationCounter counter;
  private final List<Object> testInstances;

  /**
   * @param counter the one that gave the readings which differ
   * @param testInstances whose classes are the application's; the outermost first
   */
  public HeldOff(AllocationCounter counter, List<Object> testInstances) {
    this.counter = counter;
    this.testInstances = testInstances;
  }

  /**
   * The figure that is judged, with both figures told, or with the reason why there is one. Where
   * nothing but the JDK has been optimized yet there is nothing to tell.
   */
  @SuppressWarnings("try") // it is held for as long as it is open
  public Observed confirm(Observed observed, TestBody body) {
    if (!OptimizerHold.worthwhile()) {
      return observed;
    }
    if (!(Agent.access() instanceof Access.Granted granted)) {
      Access.Refused refused = (Access.Refused) Agent.access();
      return unconfirmed(observed, refused.reason() + "; " + refused.remedy());
    }
    Optional<Lock> turn = Turns.weaving();
    if (turn.isEmpty()) {
      return unconfirmed(observed, "other bodies are being judged all the while");
    }
    try (OptimizerHold hold =
        OptimizerHold.open(
            granted.instrumentation(), testInstances.stream().map(Object::getClass))) {
      return confirmed(observed, new AllocationSampler(counter).sample(body, WARMUPS, RUNS));
    } catch (Throwable thrown) {
      // the readings that are there stand, whatever the body or the JVM makes of these calls
      return unconfirmed(observed, thrown.toString());
    } finally {
      turn.get().unlock();
    }
  }

  private static Observed unconfirmed(Observed observed, String reason) {
    return told(
        observed,
        "the readings differ, and the JIT's removal of allocations could not be held off: "
            + reason);
  }

  private static Observed confirmed(Observed observed, AllocationReadings held) {
    DataSize figure = new DataSize(held.smallest());
    DataSize largest = new DataSize(held.largest());
    if (held.smallest() != held.largest()) {
      return told(
          observed,
          "with the JIT's removal of allocations held off the readings differ too: %s to %s"
              .formatted(figure.exact(), largest.exact()));
    }
    if (figure.compare(observed.value()) <= 0) {
      return told(
          observed,
          "%s in each of %s calls with the JIT's removal of allocations held off"
              .formatted(figure.exact(), RUNS));
    }
    return told(
        judged(observed, figure),
        "%s once compiled, %s before, which is judged: %s readings with the JIT's removal of"
                .formatted(observed.value().exact(), figure.exact(), RUNS)
            + " allocations held off");
  }

  private static Observed judged(Observed observed, DataSize figure) {
    Sampling plain = observed.sampling();
    return new Observed(
        observed.figure(),
        figure,
        figure,
        figure,
        new Sampling("minimum", RUNS, WARMUPS, figure, figure, plain.first()),
        observed.counted(),
        observed.distortions(),
        observed.breakdown());
  }

  private static Observed told(Observed observed, String phrase) {
    return observed.alsoDistorted(List.of(phrase));
  }
}
