package dev.tare.internal.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tare.body.TestBody;
import dev.tare.internal.timing.sample.BenchmarkCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReturnedValueCheckTests {

  @Test
  void equalResultsHaveNoDifference() throws Throwable {
    assertThat(difference(() -> List.of(1, 2), () -> new ArrayList<>(List.of(1, 2)))).isEmpty();
    assertThat(difference(() -> new int[][] {{1}, {2}}, () -> new int[][] {{1}, {2}})).isEmpty();
    assertThat(difference(() -> null, () -> null)).isEmpty();
  }

  @Test
  void differentResultsAreShown() throws Throwable {
    assertThat(difference(() -> 5, () -> 5L))
        .hasValue(
            "the methods compared do not return the same: get() returned Integer 5, old() returned"
                + " Long 5");
  }

  @Test
  void errorOfListsThatContainThemselvesIsNamed() throws Throwable {
    assertThat(
            difference(
                ReturnedValueCheckTests::selfContaining, ReturnedValueCheckTests::selfContaining))
        .hasValueSatisfying(
            reason ->
                assertThat(reason)
                    .startsWith("the results of get() and old() cannot be compared: ")
                    .contains(
                        "the code of java.util.ArrayList threw java.lang.StackOverflowError at "));
  }

  private static Object selfContaining() {
    List<Object> list = new ArrayList<>();
    list.add(list);
    return list;
  }

  @Test
  void exceptionOfEqualsIsNamedWithItsLocation() throws Throwable {
    assertThat(difference(() -> new Hostile("equals"), () -> new Hostile("equals")))
        .hasValueSatisfying(
            reason ->
                assertThat(reason)
                    .contains("$Hostile threw java.lang.IllegalStateException at ")
                    .contains("Hostile.refuse(ReturnedValueCheckTests.java:"));
  }

  @Test
  void exceptionOfToStringIsNamedWithItsLocation() throws Throwable {
    assertThat(difference(() -> new Hostile("toString"), () -> 1).orElseThrow())
        .contains("$Hostile threw java.lang.IllegalStateException at ");
  }

  @Test
  void elementsOfArraysAreShown() throws Throwable {
    int[][] nested = {{1, 2}, {3}};

    assertThat(difference(() -> nested, () -> null).orElseThrow())
        .endsWith("get() returned int[][] [[1, 2], [3]], old() returned null");
  }

  @Test
  void longTextIsCut() throws Throwable {
    assertThat(difference(() -> "a".repeat(100), () -> 1).orElseThrow())
        .contains("get() returned String " + "a".repeat(60) + "..., old()");
  }

  @Test
  void exceptionsOfTheMethodsPassUnchanged() {
    Supplier<@Nullable Object> failing =
        () -> {
          throw new IllegalStateException("mine");
        };
    assertThatIllegalStateException()
        .isThrownBy(() -> difference(() -> 1, failing))
        .withMessage("mine");
  }

  private static Optional<String> difference(
      Supplier<@Nullable Object> tested, Supplier<@Nullable Object> baseline) throws Throwable {
    return ReturnedValueCheck.difference(
        List.of(
            new BenchmarkCase("get()", new Returning(tested)),
            new BenchmarkCase("old()", new Returning(baseline))));
  }

  /** Throws in one of its methods. */
  private record Hostile(String method) {

    @Override
    public boolean equals(@Nullable Object other) {
      refuse("equals");
      return this == other;
    }

    @Override
    public int hashCode() {
      return method.hashCode();
    }

    @Override
    public String toString() {
      refuse("toString");
      return method;
    }

    private void refuse(String called) {
      if (called.equals(method)) {
        throw new IllegalStateException(called);
      }
    }
  }

  private record Returning(Supplier<@Nullable Object> value) implements TestBody {

    @Override
    public void run() {
      throw new UnsupportedOperationException("only what is returned matters");
    }

    @Override
    public void repeat(long n) {
      run();
    }

    @Override
    public @Nullable Object call() {
      return value.get();
    }

    @Override
    public boolean returnsValue() {
      return true;
    }
  }
}
