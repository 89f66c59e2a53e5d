package dev.tare;

import static dev.tare.internal.plain.PlainRequest.required;

import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import dev.tare.extension.UnmeasuredException;
import dev.tare.internal.plain.PlainRequest;
import dev.tare.internal.render.FailureMessage;
import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Report;
import dev.tare.model.Report.TestId;
import dev.tare.model.Verdict;
import dev.tare.unit.Quantity;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apiguardian.api.API;

/**
 * A figure that was measured without a limit, with its interval and samples.
 *
 * <p>To compare it with a limit: {@code figure.judge(DataSize.parse("1 KiB")).outcome()}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class MeasuredFigure {

  private final TestId measured;
  private final Measurement measurement;

  MeasuredFigure(TestId measured, Measurement measurement) {
    this.measured = measured;
    this.measurement = measurement;
  }

  static MeasuredFigure of(
      PlainRequest request, String operation, Function<Options, Metric> metric) {
    try {
      return new MeasuredFigure(request.caller(), request.measure(operation, metric));
    } catch (Throwable thrown) {
      throw MeasuredFigure.<RuntimeException>sneakyThrow(thrown);
    }
  }

  static Optional<Report> judge(
      PlainRequest request, String operation, Function<Options, Metric> metric) {
    required("judge(…)", operation);
    required("judge(…)", metric);
    try {
      if (!PlainRequest.configuration().enabled()) {
        request.callUnjudged();
        return Optional.empty();
      }
      return Optional.of(new Report(request.caller(), request.judge(operation, metric)));
    } catch (Throwable thrown) {
      throw MeasuredFigure.<RuntimeException>sneakyThrow(thrown);
    }
  }

  /** Throws an exception of the body unchanged, even a checked one. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T sneakyThrow(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /** Returns the measurement: a number with its interval, or the reason why there is none. */
  public Measurement measurement() {
    return measurement;
  }

  /**
   * Compares the figure with a limit; exactly the limit passes.
   *
   * @param limit the largest amount that passes, in the unit of the figure
   * @throws IllegalArgumentException if the figure has another unit
   */
  public Report judge(Quantity limit) {
    required("judge(null)", limit);
    findObserved()
        .map(Observed::value)
        .filter(value -> value.getClass() != limit.getClass())
        .ifPresent(
            value -> {
              throw new IllegalArgumentException(
                  "a limit of %s cannot judge %s".formatted(limit.exact(), summary()));
            });
    Verdict verdict = Budget.atMost(measurement.figure(), limit).judge(measurement);
    return new Report(measured, List.of(verdict));
  }

  /**
   * Returns the measured value.
   *
   * @throws UnmeasuredException if there is no number, with the reason and the remedy
   */
  public Quantity value() {
    return observed().value();
  }

  /**
   * Returns the lower end of the interval; the value itself if the figure is exact.
   *
   * @throws UnmeasuredException if there is no number
   */
  public Quantity lower() {
    return observed().lower();
  }

  /**
   * Returns the upper end of the interval; the value itself if the figure is exact.
   *
   * @throws UnmeasuredException if there is no number
   */
  public Quantity upper() {
    return observed().upper();
  }

  /** Returns why there is no number, or why its interval is wider than the readings show. */
  public Optional<String> doubt() {
    return measurement instanceof Observed observed
        ? Optional.ofNullable(observed.doubt())
        : Optional.of(((Missing) measurement).reason());
  }

  /** Returns the reading of the first call; empty if it was not taken separately. */
  public Optional<Quantity> firstCall() {
    return findObserved().flatMap(observed -> Optional.ofNullable(observed.sampling().first()));
  }

  /** Returns the samples, one series for each body; empty if none were kept. */
  public List<PointSeries> samples() {
    return findObserved().map(observed -> observed.sampling().series()).orElse(List.of());
  }

  /**
   * Returns the parts of the figure; empty unless a breakdown was requested or the figure was
   * computed from them.
   */
  public Optional<Breakdown> breakdown() {
    return findObserved().flatMap(observed -> Optional.ofNullable(observed.breakdown()));
  }

  /** Returns the figure in one line: what was measured, the number and its interval. */
  public String summary() {
    return FailureMessage.summary(measured, measurement);
  }

  /** Returns the lines that a failed test would print, without a limit. */
  public String report() {
    return FailureMessage.report(measured, measurement);
  }

  /** Returns the {@link #summary()}. */
  @Override
  public String toString() {
    return summary();
  }

  private Optional<Observed> findObserved() {
    return measurement instanceof Observed observed && !observed.isUnknown()
        ? Optional.of(observed)
        : Optional.empty();
  }

  private Observed observed() {
    return findObserved().orElseThrow(() -> new UnmeasuredException(report()));
  }
}
