package dev.tare.allocation;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import dev.tare.extension.Broken;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Metric of an allocation relative to that of another method: measures the other method first, and
 * then the test, with the limit that follows from it. Both have the same number of calls.
 *
 * <p>A test that allocates nothing has a ratio of 0 to every baseline. Any other test exceeds every
 * ratio to a baseline that allocates nothing.
 *
 * @param test the metric of the test
 * @param other the same metric of the other method
 * @param baseline the name of the other method
 * @param budgets the limit, a ratio or a difference; none if it does not apply to the test
 */
record RelativeAllocation(Metric test, Metric other, String baseline, List<Budget> budgets)
    implements Metric {

  /** Ratio of anything to nothing: larger than every limit. */
  private static final double TO_NOTHING = 1e12;

  @Override
  public Schedule schedule() {
    return test.schedule();
  }

  @Override
  public int order() {
    return test.order();
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> limits)
      throws Throwable {
    Budget limit = limits.get(0);
    Figure figure = test.budgets().get(0).figure();
    Measurement reference =
        other.measure(subject, schedule, List.of(Budget.unlimited(figure))).get(0);
    Quantity most =
        reference instanceof Observed observed ? ofTest(limit.limit(), observed.lower()) : null;
    Measurement own = test.measure(subject, schedule, List.of(new Budget(figure, most))).get(0);
    if (own instanceof Observed observed && reference instanceof Observed base) {
      Observed unknown = base.isUnknown() ? base : observed;
      return List.of(
          unknown.isUnknown()
              ? Observed.unknown(limit.figure(), nothing(), String.valueOf(unknown.doubt()))
              : compared(limit.figure(), observed, base));
    }
    Missing missing = (Missing) (own instanceof Missing ? own : reference);
    return List.of(new Missing(limit.figure(), missing.reason(), missing.remedy()));
  }

  private boolean isRatio() {
    return budgets.get(0).limit() instanceof Ratio;
  }

  private Quantity nothing() {
    return requireNonNull(budgets.get(0).limit()).withAmount(0);
  }

  /** Returns the limit of the test alone, given the figure of the baseline. */
  private @Nullable Quantity ofTest(@Nullable Quantity limit, Quantity base) {
    if (limit == null) {
      return null;
    }
    // the factor makes up for a product that is rounded down
    double most = limit.amount() * base.amount() * (1 + 1e-12);
    return base.withAmount(isRatio() ? Math.floor(most) : base.amount() + limit.amount());
  }

  private Observed compared(Figure figure, Observed own, Observed base) {
    Sampling sampling = own.sampling();
    String doubt =
        own.doubt() == null && base.doubt() != null
            ? "%s(): %s".formatted(baseline, base.doubt())
            : own.doubt();
    Quantity value = relative(own.value(), base.value());
    Observed compared =
        new Observed(
            figure,
            value,
            base.isAtLeast() ? nothing() : relative(own.lower(), base.upper()),
            own.isAtLeast() ? value : relative(own.upper(), base.lower()),
            new Sampling(
                sampling.statistic(),
                sampling.readings(),
                sampling.warmups(),
                relative(sampling.smallest(), base.value()),
                relative(sampling.largest(), base.value()),
                null),
            own.counted(),
            Stream.concat(own.distortions().stream(), base.distortions().stream())
                .distinct()
                .toList(),
            own.breakdown(),
            doubt);
    return (own.isAtLeast() && doubt != null ? compared.atLeast(doubt) : compared)
        .alsoCounted(
            List.of(
                "%s against %s of %s()"
                    .formatted(own.value().exact(), base.value().exact(), baseline)));
  }

  private Quantity relative(Quantity own, Quantity base) {
    if (!isRatio()) {
      return own.withAmount(Math.max(0, own.amount() - base.amount()));
    }
    if (own.amount() == 0) {
      return new Ratio(0);
    }
    return new Ratio(base.amount() == 0 ? TO_NOTHING : own.amount() / base.amount());
  }

  /** Breaks the promise by calls of the baseline and by what the test's metric adds to it. */
  @Override
  public Optional<Broken> broken(Subject subject, List<Budget> limits, List<Measurement> measured)
      throws Throwable {
    Budget limit = limits.get(0);
    Budget more = isRatio() ? Budget.unlimited(limit.figure()) : limit;
    long calls = isRatio() ? (long) Math.ceil(limit.amount()) : 1;
    TestBody reference = subject.variant(baseline);
    Broken own = test.broken(subject, List.of(more), List.of()).orElseThrow();
    Broken base = other.broken(subject, List.of(more), List.of()).orElseThrow();
    return Optional.of(
        new Broken(
            new RelativeAllocation(own.metric(), base.metric(), baseline, budgets),
            (value, argument) -> {
              for (long i = 0; i < calls; i++) {
                reference.run();
              }
              return own.fault().add(value, argument);
            }));
  }
}
