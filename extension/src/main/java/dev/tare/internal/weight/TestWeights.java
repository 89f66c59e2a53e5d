package dev.tare.internal.weight;

import dev.tare.extension.TareConfigurationException;
import dev.tare.heap.UnweighableException;
import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Power;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Judges the figures of one weighed test by its limits and its weights. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class TestWeights {

  /** Maximum number of rows that a message lists as grown. */
  private static final int MAX_GROWN_ROWS = 4;

  /** Step that the weight of a ratio is rounded up to. */
  private static final double RATIO_STEP = 0.05;

  /** Ratio of an estimate's weight and its upper end up to which the weight is kept. */
  private static final double KEPT_RATIO = 1.5;

  private static final List<Power> POWERS =
      List.of(Power.CONSTANT, Power.SUBLINEAR, Power.LINEAR, Power.QUADRATIC, Power.CUBIC);

  private static final Pattern PLAIN_NAME = Pattern.compile("\\w+");

  /** What tells figures of one name apart: {@code {type=class com.acme.Key}}. */
  private static final Pattern DISTINCTION = Pattern.compile(" \\{[^{}]*}");

  private static final Weight.WeightRow ABSENT = new Weight.WeightRow(0, "", "");

  private final WeightLocks run;
  private final WeightLock lock;
  private final String file;
  private final String jvm;
  private final Report.TestId id;
  private final String signature;

  /** The name in locks, and the one in locks of version 1. */
  private final List<String> tests;

  private final boolean accepts;
  private final boolean missingFails;

  /** Why the object layout is unknown, and with it the weights; null if it is known. */
  private final @Nullable UnweighableException unknownLayout;

  /**
   * @param file path of the lock, for messages
   * @param accepts whether weights are replaced by the measured figures
   * @param missingFails whether a missing weight is unmeasured instead of written
   */
  TestWeights(
      WeightLocks run,
      WeightLock lock,
      String file,
      TestName name,
      boolean accepts,
      boolean missingFails) {
    this.run = run;
    this.lock = lock;
    this.file = file;
    this.id = name.id();
    this.signature = name.signature();
    this.tests =
        List.of(
            test(signature, name.invocations()),
            test(TestName.simpleSignature(name.method()), name.displayName()));
    this.accepts = accepts;
    this.missingFails = missingFails;
    String key = "";
    UnweighableException unknown = null;
    try {
      key = WeightLocks.thisJvm();
    } catch (UnweighableException e) {
      unknown = e;
    }
    this.jvm = key;
    this.unknownLayout = unknown;
  }

  /** Returns whether weights of this test may be written, which needs breakdowns. */
  public boolean write() {
    return accepts
        || (!missingFails
            && lock.ofJvm(jvm).keySet().stream()
                .noneMatch(figure -> WeightLock.isOf(figure, signature)));
  }

  /**
   * Returns the limit of a figure: its weight if that is smaller than the budget's own limit.
   *
   * @throws TareConfigurationException if the lock has a damaged amount
   */
  public Budget limit(Budget own) {
    Weight weight = accepts ? null : weight(own).orElse(null);
    if (weight == null || !weight.isLocked()) {
      return own;
    }
    Quantity locked = weight.limit(own.limit());
    refuseDamaged(own, weight, locked);
    Quantity limit = own.limit();
    return limit != null && limit.compare(locked) <= 0
        ? own
        : Budget.atMost(own.figure(), locked)
            .from("%s; to accept: mvn test -Dtare.accept=%s".formatted(file, name()));
  }

  /** Refuses an amount of bytes or objects that is not as Tare prints it. */
  private void refuseDamaged(Budget own, Weight weight, Quantity locked) {
    boolean isExact = locked instanceof DataSize || locked instanceof Count;
    if (isExact && !locked.exact().equals(weight.text())) {
      throw new TareConfigurationException(
          "weights of %s: %s: the amount in \"%s = %s\" is not readable; restore the line, or accept the weight again; a readable one is, for example, \"%s\""
              .formatted(
                  name(), file, figure(own), weight.text(), locked.withAmount(6_336).exact()));
    }
  }

  /** Returns the name to accept: of the class, if a shell would split or expand the test's. */
  private String name() {
    String className = lock.className().replace('$', '.');
    return PLAIN_NAME.matcher(id.method()).matches() ? className + "." + id.method() : className;
  }

  private static String test(String signature, String invocation) {
    return LockText.figure(
        signature + (invocation.isEmpty() ? "" : " " + RowName.withoutAddresses(invocation)));
  }

  private Optional<Weight> weight(Budget budget) {
    return weight(jvm, budget);
  }

  private Optional<Weight> weight(String ofJvm, Budget budget) {
    return lock.weight(ofJvm, figure(budget)).or(() -> lock.weight(ofJvm, oldFigure(budget)));
  }

  private String figure(Budget budget) {
    return LockText.figure(tests.get(0) + ": " + budget.figure().noun());
  }

  /** Returns the name of a figure in locks of version 1, which several figures may share. */
  private String oldFigure(Budget budget) {
    String noun = DISTINCTION.matcher(budget.figure().noun()).replaceAll("");
    return LockText.figure(tests.get(1) + ": " + noun);
  }

  /**
   * Returns the weight that would be written, as a limit, if some of the measured calls exceed it:
   * a second measurement shows whether they do so regularly.
   *
   * @return empty if the calls are equal, or if no weight is written
   */
  public Optional<Budget> weightToTry(Budget own, Measurement measurement) {
    return measurement instanceof Observed observed
            && !observed.sampling().allEqual()
            && isRecorded(own)
            && UnsteadyFigure.reason(observed).isEmpty()
        ? Optional.of(Budget.atMost(own.figure(), observed.value()))
        : Optional.empty();
  }

  /** Returns the lower end of an interval that becomes a weight, as a limit. */
  public Optional<Budget> lowerEnd(Budget own, Measurement measurement) {
    return measurement instanceof Observed observed
            && observed.value() instanceof Count
            && !observed.isExact()
            && isRecorded(own)
        ? Optional.of(Budget.atMost(own.figure(), observed.lower()))
        : Optional.empty();
  }

  private boolean isRecorded(Budget own) {
    return unknownLayout == null
        && (accepts || (!missingFails && !hasOtherJvm(own) && weight(own).isEmpty()));
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
      return verdict;
    }
    if (unknownLayout != null) {
      return verdict.outcome() == Outcome.WITHIN ? unmeasured(own, unknownLayout) : verdict;
    }
    Weight locked = weight(own).orElse(null);
    Observed weighed = closer instanceof Observed found ? found : observed;
    Weight measured = measured(own, weighed, locked, unsteady);
    if (locked != null && !accepts) {
      if (lock.weight(jvm, figure(own)).isEmpty()) {
        run.readOldName(lock.className(), figure(own));
      }
      if (locked.isLocked()) {
        compare(own, locked, comparable(observed, measured, locked));
      }
      return locked.isLocked() ? withGrownRows(verdict, limited, own, locked) : verdict;
    }
    if (isRecorded(own)) {
      run.record(lock.className(), figure(own), measured, accepts ? tests : List.of());
      return verdict;
    }
    return verdict.outcome() == Outcome.WITHIN ? missing(own, observed) : verdict;
  }

  private static Verdict unmeasured(Budget own, UnweighableException unknownLayout) {
    return new Verdict.Unmeasured(
        own,
        "its weight depends on the object layout, which is unknown: " + unknownLayout.reason(),
        unknownLayout.remedy());
  }

  private void compare(Budget own, Weight locked, Weight measured) {
    run.compare(
        lock.className() + " " + figure(own),
        locked.limit(own.limit()),
        measured.limit(own.limit()),
        measured.rows().isEmpty() || measured.rows().equals(locked.rows()));
  }

  private boolean hasOtherJvm(Budget budget) {
    return lock.weights().keySet().stream().anyMatch(other -> weight(other, budget).isPresent());
  }

  private Verdict missing(Budget own, Observed observed) {
    String accept = "mvn test -Dtare.accept=" + name();
    if (!hasOtherJvm(own)) {
      return new Verdict.Unmeasured(
          own,
          "%s has no weight of it".formatted(file),
          "run %s, and commit the file".formatted(accept));
    }
    String others =
        lock.weights().keySet().stream()
            .filter(other -> weight(other, own).isPresent())
            .collect(Collectors.joining("], [", "[", "]"));
    return new Verdict.Inconclusive(
        own,
        "%s has its weight for %s, not for [%s]; to add it: %s"
            .formatted(file, others, jvm, accept),
        observed);
  }

  private static Weight measured(
      Budget own, Observed observed, @Nullable Weight locked, String unsteady) {
    if (own.limit() == null
        && !(observed.value() instanceof DataSize || observed.value() instanceof Elapsed)) {
      return Weight.notLocked("without a limit, only a size can have a weight");
    }
    if (unsteady.isEmpty() && isEstimate(observed)) {
      return ofEstimate(observed, locked);
    }
    String reason = unsteady.isEmpty() ? UnsteadyFigure.reason(observed) : unsteady;
    return reason.isEmpty() ? Weight.of(observed) : Weight.notLocked(reason);
  }

  /** Returns whether a figure is a ratio or a growth, which a lock holds rounded up. */
  private static boolean isEstimate(Observed observed) {
    return observed.value() instanceof Ratio || observed.value() instanceof Power;
  }

  /**
   * Returns the upper end of an interval, rounded up so that it is the same in most runs. A weight
   * that the interval agrees with is kept.
   */
  private static Weight ofEstimate(Observed observed, @Nullable Weight locked) {
    double upper = observed.upper().amount();
    if (locked != null
        && locked.isLocked()
        && observed.lower().amount() <= locked.amount()
        && locked.amount() <= KEPT_RATIO * upper) {
      return locked;
    }
    Optional<? extends Quantity> bound =
        observed.value() instanceof Power
            ? POWERS.stream().filter(power -> power.amount() >= upper).findFirst()
            : Optional.of(new Ratio(Math.ceil(upper / RATIO_STEP) * RATIO_STEP));
    return bound
        .map(quantity -> new Weight(quantity.exact(), List.of(), ""))
        .orElseGet(() -> Weight.notLocked("it may grow faster than cubic"));
  }

  /** Returns what the changes of the run compare with a weight. */
  private static Weight comparable(Observed observed, Weight measured, Weight locked) {
    if (observed.isExact()) {
      return measured.isLocked() ? measured : locked;
    }
    if (observed.lower().amount() > locked.amount()) {
      return new Weight(observed.value().exact(), List.of(), "");
    }
    // a size that is within its limit anyway may be known only as an upper bound
    return isEstimate(observed) || observed.isAtLeast()
        ? locked
        : new Weight(observed.upper().exact(), List.of(), "");
  }

  /**
   * Adds the rows that are new or larger than in the lock to a verdict that its weight exceeded.
   */
  private static Verdict withGrownRows(Verdict verdict, Budget limited, Budget own, Weight locked) {
    Observed observed = verdict.observed().orElseThrow();
    Breakdown breakdown = observed.breakdown();
    if (verdict.outcome() != Outcome.EXCEEDED
        || limited.equals(own)
        || breakdown == null
        || locked.rows().isEmpty()) {
      return verdict;
    }
    List<Remark> notes = new ArrayList<>(grownRows(breakdown, locked));
    notes.addAll(breakdown.notes());
    return new Verdict.Exceeded(limited, observed.withBreakdown(breakdown.withNotes(notes)));
  }

  /** The difference of a row and its weight. */
  private record GrownRow(String what, long objects, double amount) {

    static GrownRow of(Weight.WeightRow before, Weight.WeightRow after) {
      return new GrownRow(
          after.what(), after.count() - before.count(), after.amount() - before.amount());
    }
  }

  private static List<Remark> grownRows(Breakdown breakdown, Weight locked) {
    Map<String, Weight.WeightRow> before = byName(locked.rows());
    List<GrownRow> grown =
        Weight.rows(breakdown).stream()
            .map(row -> GrownRow.of(before.getOrDefault(row.what(), ABSENT), row))
            .filter(row -> row.amount() > 0)
            .sorted(Comparator.comparingDouble(GrownRow::amount).reversed())
            .toList();
    int shown = grown.size() <= MAX_GROWN_ROWS ? grown.size() : MAX_GROWN_ROWS - 1;
    List<Remark> remarks = new ArrayList<>();
    for (GrownRow row : grown.subList(0, shown)) {
      String form = "{objects:%+,d} {what}";
      remarks.add(
          breakdown.total() instanceof Count
              ? Remark.of(Remark.GREW, form, row.objects(), row.what())
              : Remark.of(
                  Remark.GREW,
                  form + ", +{amount:exact}",
                  row.objects(),
                  row.what(),
                  breakdown.total().withAmount(row.amount())));
    }
    if (shown < grown.size()) {
      double rest = grown.stream().skip(shown).mapToDouble(GrownRow::amount).sum();
      remarks.add(
          Remark.of(
              Remark.GREW,
              "{rows} more rows, +{amount:exact}",
              grown.size() - shown,
              breakdown.total().withAmount(rest)));
    }
    return remarks;
  }

  private static Map<String, Weight.WeightRow> byName(List<Weight.WeightRow> rows) {
    return rows.stream()
        .collect(Collectors.toMap(Weight.WeightRow::what, row -> row, (one, other) -> one));
  }
}
