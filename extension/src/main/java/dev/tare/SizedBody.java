package dev.tare;

import static dev.tare.internal.plain.PlainRequest.required;

import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import dev.tare.growth.Cost;
import dev.tare.growth.GrowthMetrics;
import dev.tare.growth.GrowthOrder;
import dev.tare.internal.plain.PlainRequest;
import dev.tare.model.Report;
import java.util.Optional;
import java.util.function.Function;
import org.apiguardian.api.API;

/**
 * A body that takes a size, with the options for measuring the growth of its costs. Immutable.
 *
 * <p>Sizes are positive and increasing: at least three, the last at least eight times the first.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SizedBody {

  private final PlainRequest request;

  SizedBody(PlainRequest request) {
    this.request = request;
  }

  /** Returns this body with a name for messages. */
  public SizedBody withName(String name) {
    return new SizedBody(request.withName(name));
  }

  /** Measures how the time of a call grows, as {@code @Growth} does: the exponent of the size. */
  public MeasuredFigure growthOfTime(int... sizes) {
    return growth("growthOfTime", Cost.TIME, sizes);
  }

  /** Measures how the allocated bytes of a call grow: the exponent of the size. */
  public MeasuredFigure growthOfAllocatedBytes(int... sizes) {
    return growth("growthOfAllocatedBytes", Cost.ALLOCATED, sizes);
  }

  /** Measures how the retained size of what a call returns grows: the exponent of the size. */
  public MeasuredFigure growthOfRetainedSize(int... sizes) {
    return growth("growthOfRetainedSize", Cost.RETAINED, sizes);
  }

  /**
   * Measures a metric, and compares it with its limits. For libraries of assertions, and for
   * metrics of your own.
   *
   * @param operation the call with the limit, for messages: {@code allocatesAtMost("1 KiB")}
   * @param metric creates the metric from the options of this body
   * @return the verdicts, one for each limit; empty if {@code tare.enabled} is false, where the
   *     body is not called
   * @throws IllegalArgumentException if the metric refuses an option or has no limit, or an option
   *     does not apply
   */
  public Optional<Report> judge(String operation, Function<Options, Metric> metric) {
    return MeasuredFigure.judge(request, operation, metric);
  }

  private MeasuredFigure growth(String operation, Cost cost, int... sizes) {
    int[] copied = required(operation + "(null)", sizes).clone();
    return MeasuredFigure.of(
        request,
        operation + "()",
        options -> GrowthMetrics.atMost(GrowthOrder.QUADRATIC, cost, copied, options));
  }
}
