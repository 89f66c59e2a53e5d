package dev.tare.extension;

import org.apiguardian.api.API;

/**
 * Number of calls of the body: warm-up calls and judged calls.
 *
 * @param warmups calls that are not judged, before the others
 * @param runs calls that are judged, at least one
 * @param explicit whether the annotation sets these numbers; explicit schedules of several
 *     annotations on one test must be equal
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Schedule(int warmups, int runs, boolean explicit) {

  /** One judged call, unless another annotation on the test sets runs or warmups. */
  public static final Schedule ONCE = new Schedule(0, 1, false);

  /** Two warm-up calls and five judged calls. */
  public static final Schedule STANDARD = new Schedule(2, 5, false);

  /**
   * @throws IllegalArgumentException if a number is out of range
   */
  public Schedule {
    if (runs < 1) {
      throw new IllegalArgumentException(
          "runs = " + runs + ": at least one call must be judged, for example runs = 5");
    }
    if (warmups < 0) {
      throw new IllegalArgumentException(
          "warmups = " + warmups + ": use 0 or more, for example warmups = 2");
    }
  }

  /**
   * Returns the schedule of an annotation, with {@link Unset#NUMBER} replaced by the numbers of
   * {@link #STANDARD}.
   */
  public static Schedule of(int warmups, int runs) {
    return new Schedule(
        warmups == Unset.NUMBER ? STANDARD.warmups : warmups,
        runs == Unset.NUMBER ? STANDARD.runs : runs,
        warmups != Unset.NUMBER || runs != Unset.NUMBER);
  }

  /** Returns whether the body is called exactly once. */
  public boolean once() {
    return warmups == 0 && runs == 1;
  }
}
