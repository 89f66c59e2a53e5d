package dev.tare.internal.timing;

import dev.tare.internal.timing.sample.BenchmarkCase;
import java.util.Arrays;
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
   * <p>Values whose {@code equals} or {@code toString} throws count as different; the text then
   * names the exception and its location. A method that returns the other's object, modified, is
   * not noticed.
   */
  public static Optional<String> difference(List<BenchmarkCase> cases) throws Throwable {
    BenchmarkCase tested = cases.get(0);
    BenchmarkCase baseline = cases.get(1);
    if (!tested.body().returnsValue() || !baseline.body().returnsValue()) {
      return Optional.empty();
    }
    Object testedValue = call(tested);
    Object baselineValue = call(baseline);
    try {
      return Objects.deepEquals(testedValue, baselineValue)
          ? Optional.empty()
          : Optional.of(
              "the methods compared do not return the same: %s returned %s, %s returned %s"
                  .formatted(
                      tested.name(), text(testedValue), baseline.name(), text(baselineValue)));
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      return Optional.of(
          "the results of %s and %s cannot be compared: the code of %s threw %s at %s"
              .formatted(
                  tested.name(),
                  baseline.name(),
                  testedValue == null ? "null" : testedValue.getClass().getTypeName(),
                  e.getClass().getName(),
                  e.getStackTrace().length == 0 ? "an unknown line" : e.getStackTrace()[0]));
    }
  }

  private static @Nullable Object call(BenchmarkCase benchmarkCase) throws Throwable {
    benchmarkCase.prepare();
    return benchmarkCase.body().call();
  }

  /** Returns the type and the beginning of the text of a value; 5 and 5L have the same text. */
  private static String text(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    String inBrackets = Arrays.deepToString(new Object[] {value});
    String text = inBrackets.substring(1, inBrackets.length() - 1);
    return value.getClass().getSimpleName()
        + " "
        + (text.length() > MAX_TEXT_LENGTH ? text.substring(0, MAX_TEXT_LENGTH) + "..." : text);
  }
}
