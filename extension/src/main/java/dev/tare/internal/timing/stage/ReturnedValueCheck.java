package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.call.BenchmarkCase;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks that compared methods return equal values, so that they do the same work. */
public final class ReturnedValueCheck {

  public static final String REMEDY =
      "let both methods return the same, or say that they need not with equalResults = false";

  private static final int MAX_TEXT_LENGTH = 60;

  private ReturnedValueCheck() {}

  /**
   * Returns how the values of the two methods differ; empty if they are equal, arrays by content,
   * or if a method returns nothing.
   *
   * <p>If both methods return the same object, its content after the first call is compared with
   * its content after the second. Values whose own code throws during the comparison count as
   * different; the text then names the exception and its location.
   *
   * <p>Calls {@code equals} of the values once and, if they differ, {@code toString} of the first
   * few elements. If one of these does not return, neither does this method.
   */
  public static Optional<String> difference(List<BenchmarkCase> cases) throws Throwable {
    BenchmarkCase tested = cases.get(0);
    BenchmarkCase baseline = cases.get(1);
    if (!tested.body().returnsValue() || !baseline.body().returnsValue()) {
      return Optional.empty();
    }
    Object testedValue = call(tested);
    Object copy;
    try {
      copy = ReturnedValues.copyOf(testedValue);
    } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
      return Optional.of(incomparableReason(cases, testedValue, e));
    }
    Object baselineValue = call(baseline);
    try {
      // the second method may have modified the object that the first one returned
      boolean sameObject = testedValue == baselineValue && copy != testedValue;
      boolean equal =
          sameObject
              ? ReturnedValues.equalsCopy(copy, baselineValue)
              : Objects.deepEquals(testedValue, baselineValue);
      return equal
          ? Optional.empty()
          : Optional.of(
              "the methods compared do not return the same: %s returned %s, %s returned %s"
                  .formatted(
                      tested.name(),
                      describeValue(testedValue, sameObject ? copy : testedValue),
                      baseline.name(),
                      describeValue(baselineValue, baselineValue)));
    } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
      return Optional.of(incomparableReason(cases, testedValue, e));
    }
  }

  /**
   * Returns a reason that names the methods, the type of the values, and the exception that their
   * code threw.
   */
  private static String incomparableReason(
      List<BenchmarkCase> cases, @Nullable Object result, Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return "the results of %s and %s cannot be compared: Tare compared them with the code of %s, which threw %s%s"
        .formatted(
            cases.get(0).name(),
            cases.get(1).name(),
            result == null ? "null" : result.getClass().getTypeName(),
            describe(thrown),
            trace.length == 0 ? "" : " at " + trace[0]);
  }

  /** Returns the text of an exception, without its message if getting that fails too. */
  private static String describe(Throwable thrown) {
    try {
      return thrown.toString();
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return thrown.getClass().getName();
    }
  }

  private static @Nullable Object call(BenchmarkCase benchmarkCase) throws Throwable {
    benchmarkCase.prepare();
    return benchmarkCase.body().call();
  }

  /** Returns the type and the text of a value; 5 and 5L have the same text. */
  private static String describeValue(@Nullable Object value, @Nullable Object content) {
    if (value == null) {
      return "null";
    }
    String type = value.getClass().getSimpleName();
    try {
      return type + " " + BeginningOfText.of(content, MAX_TEXT_LENGTH);
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      return "%s (its toString() threw %s)".formatted(type, describe(e));
    }
  }
}
