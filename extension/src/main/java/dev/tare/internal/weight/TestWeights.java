package dev.tare.internal.weight;

import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * Judges the figures of one weighed test by its limits and its weights.
 *
 * @param accepts whether weights are replaced by the measured figures
 * @param missingFails whether a missing weight is unmeasured instead of written
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record TestWeights(
    WeightLock lock,
    WeightLocks.Comparison comparison,
    TestName name,
    boolean accepts,
    boolean missingFails) {

  private static final Pattern PLAIN_NAME = Pattern.compile("\\w+");

  /** Returns the limit of a figure: its weight if that is smaller than the budget's own limit. */
  public Budget limit(Budget own) {
    Quantity limit = own.limit();
    Quantity locked = accepts ? null : lock.weight(figure(own)).map(Weight::amount).orElse(null);
    if (locked == null) {
      return own;
    }
    return limit != null
            && limit.getClass() == locked.getClass() // else judging refuses the lock's line
            && limit.compare(locked) <= 0
        ? own
        : Budget.atMost(own.figure(), locked)
            .from("%s; to accept: mvn test -Dtare.accept=%s".formatted(lock.path(), accepted()));
  }

  /** Returns the name to accept: of the class, if a shell would split or expand the test's. */
  private String accepted() {
    String className = name.testClass().getName().replace('$', '.');
    String method = name.id().method();
    return PLAIN_NAME.matcher(method).matches() ? className + "." + method : className;
  }

  private String figure(Budget budget) {
    return LockText.figure(test() + ": " + budget.figure().noun());
  }

  /** Returns the name of the test or invocation in the lock. */
  private String test() {
    return (name.signature() + " " + Weight.withoutAddresses(name.invocations())).strip();
  }

  /** Begins the test. */
  void begin() {
    lock.begin(test());
  }

  /**
   * Returns the least amount of a figure that becomes a weight, as a limit, if it is an interval or
   * its calls differ.
   */
  public Optional<Budget> toConfirm(Budget own, Measurement measurement) {
    return measurement instanceof Observed observed
            && !(observed.isExact() && observed.sampling().allEqual())
            && isRecorded(own)
        ? Optional.of(Budget.atMost(own.figure(), observed.lower()))
        : Optional.empty();
  }

  /**
   * Returns whether the figure becomes a weight with rows, which also say whether it is steady. Of
   * several invocations only the first one has them, since each breakdown takes a while.
   */
  public boolean needsRows(Budget own) {
    return name.isFirst() && isRecorded(own);
  }

  /** Returns whether the figure becomes a weight. */
  private boolean isRecorded(Budget own) {
    return accepts || (!missingFails && lock.weights(figure(own)).isEmpty());
  }

  /**
   * Judges a measurement, and records it for the lock if its weight is missing or to be replaced.
   *
   * @param own the budget with the limit of the annotation
   * @param limited the budget that {@link #limit} returned
   * @param closer the measurement that becomes the weight
   * @param unsteady why the figure differs from run to run; empty if it is not known to
   */
  public Verdict judge(
      Budget own, Budget limited, Measurement measurement, Measurement closer, String unsteady) {
    Verdict verdict = limited.judge(measurement);
    Observed observed = verdict.observed().orElse(null);
    if (observed == null || verdict.outcome() == Outcome.INCONCLUSIVE) {
      lock.leaveOpen(test());
      return verdict;
    }
    Weight measured = weight(closer instanceof Observed found ? found : observed, unsteady);
    if (isRecorded(own)) {
      lock.record(figure(own), measured);
      if (accepts) {
        lock.accept(name.signature(), test());
      }
      return verdict;
    }
    Weight locked = lock.weight(figure(own)).orElse(null);
    if (locked == null) {
      return verdict.outcome() == Outcome.WITHIN ? missing(own, verdict) : verdict;
    }
    Quantity before = locked.amount();
    if (before != null) {
      Quantity after = measured.isLocked() && !observed.isAtLeast() ? observed.upper() : before;
      comparison.add(
          lock.path() + " " + figure(own),
          before,
          verdict.outcome() == Outcome.WITHIN ? after : observed.value());
    }
    return limited.equals(own) || verdict.outcome() != Outcome.EXCEEDED
        ? verdict
        : exceeded(observed, limited, locked);
  }

  /** Returns the weight that a figure has or would have; only a first invocation's has rows. */
  private Weight weight(Observed observed, String unsteady) {
    Weight weight = unsteady.isEmpty() ? Weight.of(observed) : Weight.notLocked(unsteady);
    return name.isFirst() ? weight : weight.withRows(List.of());
  }

  /**
   * Returns the verdict on a figure within its limit that has no weight of this JVM. If there is
   * one of another JVM, the run counts it.
   */
  private Verdict missing(Budget own, Verdict within) {
    List<Weight> ofOthers = lock.weights(figure(own));
    if (ofOthers.isEmpty()) {
      return new Verdict.Unmeasured(
          own,
          "%s has no weight of it".formatted(lock.path()),
          "run mvn test -Dtare.accept=%s, and commit the file".formatted(accepted()));
    }
    if (ofOthers.stream().anyMatch(Weight::isLocked)) {
      comparison.addMissing(lock.path() + " " + figure(own));
    }
    return within;
  }

  /**
   * Returns the verdict on a figure that exceeds its weight, with the rows that are new or larger
   * than in the lock. A weight without rows does not say what differs from run to run.
   */
  private static Verdict exceeded(Observed observed, Budget limited, Weight locked) {
    Breakdown breakdown = observed.breakdown();
    if (breakdown == null) {
      return new Verdict.Exceeded(limited, observed);
    }
    String unsteady = locked.unsteadyExcess(breakdown);
    if (!unsteady.isEmpty()) {
      return new Verdict.Inconclusive(limited, unsteady, observed);
    }
    List<Remark> notes = new ArrayList<>();
    if (!locked.rows().isEmpty()) {
      notes.addAll(locked.grownRows(breakdown));
    }
    notes.addAll(breakdown.notes());
    return new Verdict.Exceeded(limited, observed.withBreakdown(breakdown.withNotes(notes)));
  }
}
