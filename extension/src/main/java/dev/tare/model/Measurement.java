package dev.tare.model;

import dev.tare.unit.Quantity;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The measurement of one figure: a number, a number that must not be judged, or the reason why
 * there is none.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Measurement extends Serializable {

  /** Returns the measured figure. */
  Figure figure();

  /**
   * A number that can be judged.
   *
   * @param figure what was measured
   * @param value the best single figure
   * @param lower the lower end of its interval at the confidence that a failure needs; the value
   *     itself where the measurement is exact
   * @param upper the upper end of its interval at the confidence that a pass needs; the value
   *     itself where the measurement is exact
   * @param sampling how the value was taken from the readings
   * @param counted what the figure covers and under which layout, one phrase each
   * @param distortions known disturbances of the value; empty if there were none
   * @param breakdown the parts of the value; null if there is no breakdown
   */
  record Observed(
      Figure figure,
      Quantity value,
      Quantity lower,
      Quantity upper,
      Sampling sampling,
      List<String> counted,
      List<Remark> distortions,
      @Nullable Breakdown breakdown)
      implements Measurement {

    /** Ids of the distortions that are shown even if the verdict is within its limit. */
    private static final Set<String> SHOWN_WITHIN_LIMIT =
        Set.of(
            Remark.DIFFERING_CALLS,
            Remark.DIFFERING_SAMPLES,
            Remark.BOUND,
            Remark.HELD_ELSEWHERE,
            Remark.WORK_ELSEWHERE);

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if the value lies outside its own interval
     */
    public Observed {
      counted = List.copyOf(counted);
      distortions = List.copyOf(distortions);
      if (value.compare(lower) < 0 || value.compare(upper) > 0) {
        throw new IllegalArgumentException(
            value.exact() + " is outside " + lower.exact() + " to " + upper.exact());
      }
    }

    /** Returns an exact measurement, whose interval is the value itself. */
    public static Observed exact(
        Figure figure, Quantity value, Sampling sampling, List<String> counted) {
      return new Observed(figure, value, value, value, sampling, counted, List.of(), null);
    }

    /**
     * Returns the distortion because of which the figure may not hold for every call, is only a
     * bound, or leaves out all elements of the value, if any.
     */
    public Optional<Remark> otherWork() {
      return distortions.stream()
          .filter(remark -> SHOWN_WITHIN_LIMIT.contains(remark.id()))
          .findFirst();
    }

    /** Returns whether the interval is the value itself. */
    public boolean isExact() {
      return lower.compare(upper) == 0;
    }

    /**
     * Returns whether only the lower end is known; the upper end is then the largest possible
     * amount.
     */
    public boolean isAtLeast() {
      return upper.amount() >= Long.MAX_VALUE;
    }

    /** Returns this measurement with a breakdown. */
    public Observed withBreakdown(Breakdown explanation) {
      return new Observed(figure, value, lower, upper, sampling, counted, distortions, explanation);
    }

    /** Returns this measurement without its breakdown. */
    public Observed withoutBreakdown() {
      return new Observed(figure, value, lower, upper, sampling, counted, distortions, null);
    }

    /** Returns this measurement with another interval. */
    public Observed withInterval(Quantity from, Quantity to) {
      return new Observed(figure, value, from, to, sampling, counted, distortions, breakdown);
    }

    /** Returns this measurement with another sampling. */
    public Observed withSampling(Sampling other) {
      return new Observed(figure, value, lower, upper, other, counted, distortions, breakdown);
    }

    /** Returns this measurement with phrases before those in {@code counted}. */
    public Observed alsoCounted(List<String> phrases) {
      List<String> all = Stream.concat(phrases.stream(), counted.stream()).toList();
      return new Observed(figure, value, lower, upper, sampling, all, distortions, breakdown);
    }

    /** Returns this measurement with one more distortion, before the others. */
    public Observed alsoDistorted(Remark distortion) {
      return withDistortions(Stream.concat(Stream.of(distortion), distortions.stream()).toList());
    }

    /** Returns this measurement with other {@code distortions}. */
    public Observed withDistortions(List<Remark> others) {
      return new Observed(figure, value, lower, upper, sampling, counted, others, breakdown);
    }
  }

  /**
   * A number that must not be judged.
   *
   * @param figure what was measured
   * @param reason why it must not be judged, for a person to act on
   * @param observed the number; null if there is none
   */
  record Doubtful(Figure figure, String reason, @Nullable Observed observed)
      implements Measurement {}

  /**
   * The reason why there is no number.
   *
   * @param figure what should have been measured
   * @param reason why it could not be measured
   * @param remedy the one line to add or change
   */
  record Missing(Figure figure, String reason, String remedy) implements Measurement {}
}
