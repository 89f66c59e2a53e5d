package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.call.BenchmarkCase;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether methods that are compared do the same: only then does their time compare. */
public final class ReturnedValueCheck {

  public static final String REMEDY =
      "let both methods return the same, or say that they need not with equalResults = false";

  private static final int WIDEST = 60;

  private ReturnedValueCheck() {}

  /**
   * What differs between the values that the two methods return; empty if they are equal, arrays by
   * content, or if one of the methods returns nothing. Where both return the same object, what the
   * first one left in it counts. Values whose own code throws while they are compared count as
   * different; then the text says what was thrown where.
   *
   * <p>Calls {@code equals} of the values once and, if they differ, {@code toString} of the first
   * few elements. Where one of them does not return, this does not either, as with a body that does
   * not.
   */
  public static Optional<String> difference(List<BenchmarkCase> arms) throws Throwable {
    BenchmarkCase tested = arms.get(0);
    BenchmarkCase baseline = arms.get(1);
    if (!tested.body().returnsValue() || !baseline.body().returnsValue()) {
      return Optional.empty();
    }
    Object one = call(tested);
    Object kept;
    try {
      kept = ReturnedValues.of(one);
    } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
      return Optional.of(incomparable(arms, one, e));
    }
    Object other = call(baseline);
    try {
      // a method that fills what the other one filled before returns the same object
      boolean refilled = one == other && kept != one;
      boolean equal = refilled ? ReturnedValues.is(kept, other) : Objects.deepEquals(one, other);
      return equal
          ? Optional.empty()
          : Optional.of(
              "the methods compared do not return the same: %s returned %s, %s returned %s"
                  .formatted(
                      tested.name(),
                      text(one, refilled ? kept : one),
                      baseline.name(),
                      text(other, other)));
    } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
      return Optional.of(incomparable(arms, one, e));
    }
  }

  /** Names the methods compared, the type of the results, and what its code threw where. */
  private static String incomparable(
      List<BenchmarkCase> arms, @Nullable Object result, Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return "the results of %s and %s cannot be compared: Tare compared them with the code of %s, which threw %s%s"
        .formatted(
            arms.get(0).name(),
            arms.get(1).name(),
            result == null ? "null" : result.getClass().getTypeName(),
            named(thrown),
            trace.length == 0 ? "" : " at " + trace[0]);
  }

  /** Without the message where getting it fails, too. */
  private static String named(Throwable thrown) {
    try {
      return thrown.toString();
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return thrown.getClass().getName();
    }
  }

  private static @Nullable Object call(BenchmarkCase arm) throws Throwable {
    arm.prepare();
    return arm.body().call();
  }

  /** The type stands beside the text, since 5 and 5L print alike. */
  private static String text(@Nullable Object value, @Nullable Object content) {
    if (value == null) {
      return "null";
    }
    String type = value.getClass().getSimpleName();
    try {
      return type + " " + BeginningOfText.of(content, WIDEST);
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      return "%s (its toString() threw %s)".formatted(type, named(e));
    }
  }
}
