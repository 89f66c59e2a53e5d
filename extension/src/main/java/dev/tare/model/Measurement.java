package dev.tare.model;

import dev.tare.unit.Quantity;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The measurement of one figure: a number with its interval, or the reason why there is none. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Measurement extends Serializable {

  /** Returns the measured figure. */
  Figure figure();

  /**
   * A number, which is judged by its interval.
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
   * @param doubt why the interval is wider than the readings show, for a person to act on; null if
   *     they show it
   */
  record Observed(
      Figure figure,
      Quantity value,
      Quantity lower,
      Quantity upper,
      Sampling sampling,
      List<String> counted,
      List<Remark> distortions,
      @Nullable Breakdown breakdown,
      @Nullable String doubt)
      implements Measurement {

    /** Upper end of an interval that has none: the largest amount that is a double and a long. */
    private static final double NO_END = Math.nextDown(0x1p63);

    /** Lower end of an interval that has none; a ratio is more than 0. */
    private static final double NO_AMOUNT = Double.MIN_NORMAL;

    /** Ids of the distortions that are shown even if the verdict is within its limit. */
    private static final Set<String> SHOWN_WITHIN_LIMIT =
        Set.of(
            Remark.DIFFERING_CALLS,
            Remark.DIFFERING_SAMPLES,
            Remark.BOUND,
            Remark.DEAD_CODE_POSSIBLE,
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

    /** Creates a measurement whose interval the readings show. */
    public Observed(
        Figure figure,
        Quantity value,
        Quantity lower,
        Quantity upper,
        Sampling sampling,
        List<String> counted,
        List<Remark> distortions,
        @Nullable Breakdown breakdown) {
      this(figure, value, lower, upper, sampling, counted, distortions, breakdown, null);
    }

    /**
     * Returns a measurement of which nothing is known: its interval contains every amount.
     *
     * @param zero an amount of 0 in the unit of the figure, or the least one
     * @param doubt why nothing is known
     */
    public static Observed unknown(Figure figure, Quantity zero, String doubt) {
      return exact(figure, zero, Sampling.single(zero), List.of()).inDoubt(doubt);
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
      return upper.amount() >= NO_END;
    }

    /** Returns whether nothing is known: the value is 0, and the interval has no upper end. */
    public boolean isUnknown() {
      return isAtLeast() && value.amount() <= NO_AMOUNT;
    }

    /** Returns this measurement with an interval of all amounts, and the reason for it. */
    public Observed inDoubt(String reason) {
      Quantity none = value.withAmount(Math.min(value.amount(), NO_AMOUNT));
      return withInterval(none, value.withAmount(NO_END)).withDoubt(reason);
    }

    /** Returns this measurement with an interval that has no upper end, and the reason for it. */
    public Observed atLeast(String reason) {
      return withInterval(lower, value.withAmount(NO_END)).withDoubt(reason);
    }

    /** Returns this measurement with the reason for its interval as its {@code doubt}. */
    public Observed withDoubt(String reason) {
      return new Observed(
          figure, value, lower, upper, sampling, counted, distortions, breakdown, reason);
    }

    /** Returns this measurement with a breakdown. */
    public Observed withBreakdown(Breakdown explanation) {
      return new Observed(
          figure, value, lower, upper, sampling, counted, distortions, explanation, doubt);
    }

    /** Returns this measurement without its breakdown. */
    public Observed withoutBreakdown() {
      return new Observed(figure, value, lower, upper, sampling, counted, distortions, null, doubt);
    }

    /** Returns this measurement with another interval. */
    public Observed withInterval(Quantity from, Quantity to) {
      return new Observed(
          figure, value, from, to, sampling, counted, distortions, breakdown, doubt);
    }

    /** Returns this measurement with phrases before those in {@code counted}. */
    public Observed alsoCounted(List<String> phrases) {
      List<String> all = Stream.concat(phrases.stream(), counted.stream()).toList();
      return new Observed(
          figure, value, lower, upper, sampling, all, distortions, breakdown, doubt);
    }

    /** Returns this measurement with one more distortion, before the others. */
    public Observed alsoDistorted(Remark distortion) {
      return withDistortions(Stream.concat(Stream.of(distortion), distortions.stream()).toList());
    }

    /** Returns this measurement with other {@code distortions}. */
    public Observed withDistortions(List<Remark> others) {
      return new Observed(figure, value, lower, upper, sampling, counted, others, breakdown, doubt);
    }
  }

  /**
   * The reason why there is no number.
   *
   * @param figure what should have been measured
   * @param reason why it could not be measured
   * @param remedy the one line to add or change
   */
  record Missing(Figure figure, String reason, String remedy) implements Measurement {}
}
