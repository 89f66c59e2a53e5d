package dev.tare;

import static dev.tare.internal.plain.PlainRequest.required;

import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.internal.plain.PlainRequest;
import dev.tare.model.Report;
import java.lang.annotation.Annotation;
import java.util.Map;
import java.util.Optional;
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

  /** Returns this body with the longest warm-up of all sizes together, such as {@code "1 s"}. */
  public SizedBody withWarmupTime(String longest) {
    return new SizedBody(request.with("warmupTime", longest));
  }

  /** Returns this body with the longest sampling of all sizes together, such as {@code "1 s"}. */
  public SizedBody withMeasurementTime(String longest) {
    return new SizedBody(request.with("measurementTime", longest));
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

  /** Measures how the bytes that a call leaves behind grow: the exponent of the size. */
  public MeasuredFigure growthOfSurvivingBytes(int... sizes) {
    return growth("growthOfSurvivingBytes", Cost.SURVIVING, sizes);
  }

  /**
   * Measures this body as an annotation with these attributes would, and compares it with the
   * limits among them, like {@link MeasuredBody#judge}.
   *
   * @param operation the call with the limit, for messages: {@code growsAtMost(LINEAR, 10, 100,
   *     1000)}
   * @param annotation an annotation that carries {@code @MeasuredBy}
   * @param attributes values of its attributes
   * @return the verdicts, one for each limit; empty if {@code tare.enabled} is false, where the
   *     body is not called
   * @throws IllegalArgumentException if an attribute is unknown, invalid or missing, no limit is
   *     set, or an option does not apply
   */
  public Optional<Report> judge(
      String operation, Class<? extends Annotation> annotation, Map<String, Object> attributes) {
    return MeasuredFigure.judge(request, operation, annotation, attributes);
  }

  private MeasuredFigure growth(String operation, Cost cost, int... sizes) {
    return MeasuredFigure.of(
        request,
        operation + "()",
        Growth.class,
        Map.of(
            "sizes",
            required(operation + "(null)", sizes).clone(),
            "atMost",
            GrowthOrder.QUADRATIC,
            "of",
            new Cost[] {cost}));
  }
}
