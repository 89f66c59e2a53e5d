package dev.tare.internal.timing.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tare.body.TestBody;
import dev.tare.internal.timing.call.BenchmarkCase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReturnedValueCheckTests {

  @Test
  void equalResultsHaveNoDifference() throws Throwable {
    assertThat(difference(() -> List.of(1, 2), () -> new ArrayList<>(List.of(1, 2)))).isEmpty();
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
                    .contains("java.util.ArrayList, which threw java.lang.StackOverflowError at "));
  }

  private static Object selfContaining() {
    List<Object> list = new ArrayList<>();
    list.add(list);
    return list;
  }

  @Test
  void errorOfSetsThatCannotBeHashedIsNamed() throws Throwable {
    Object set = selfContainingSet();

    assertThat(difference(() -> set, () -> set).orElseThrow())
        .contains("java.util.HashSet, which threw java.lang.StackOverflowError at ");
  }

  @Test
  void elementsOfDifferentObjectsAreNotHashed() throws Throwable {
    assertThat(difference(ReturnedValueCheckTests::unhashable, ReturnedValueCheckTests::unhashable))
        .isEmpty();
  }

  private static final Hostile UNHASHABLE = new Hostile("hashCode");

  private static Object unhashable() {
    return new CopyOnWriteArraySet<>(List.of(UNHASHABLE));
  }

  @Test
  void modifiedMapOfTheOtherMethodIsADifference() throws Throwable {
    Map<String, Integer> map = new HashMap<>();
    Supplier<Object> one = () -> filled(map, List.of("a", "b"));

    assertThat(difference(one, () -> filled(map, List.of("b", "a")))).isEmpty();
    assertThat(difference(one, () -> filled(map, List.of("a"))))
        .hasValue(
            "the methods compared do not return the same: get() returned HashMap [a=1, b=1],"
                + " old() returned HashMap {a=1}");
  }

  private static Map<String, Integer> filled(Map<String, Integer> map, List<String> keys) {
    map.clear();
    keys.forEach(key -> map.put(key, 1));
    return map;
  }

  @Test
  void onlyShownElementsAreConvertedToText() throws Throwable {
    List<Object> many = new ArrayList<>(Collections.nCopies(1_000, 7));
    many.add(new Hostile("toString"));

    assertThat(difference(() -> many, () -> 1).orElseThrow())
        .contains("ArrayList [7, 7, 7, ")
        .contains("7,..., old() returned Integer 1");
    assertThat(difference(() -> many.toArray(), () -> 1).orElseThrow())
        .contains("Object[] [7, 7, 7, ")
        .contains("7,..., old() returned Integer 1");
  }

  @Test
  void nestedElementsAreShown() throws Throwable {
    Object nested = List.of(new int[] {1, 2}, Map.of("a", new String[] {"b"}), Optional.of(3));

    assertThat(difference(() -> nested, () -> 1).orElseThrow())
        .contains(" returned ListN [[1, 2], {a=[b]}, Optional[3]], old()");
  }

  private static Object selfContainingSet() {
    Set<Object> outer = new HashSet<>();
    outer.add(new Endless(outer));
    return outer;
  }

  /** Its hash code includes that of its container, once it is set. */
  private static final class Endless {
    private final Set<Object> around;
    private boolean inside;

    Endless(Set<Object> around) {
      this.around = around;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      if (!inside) {
        inside = true;
        return 0;
      }
      return around.hashCode();
    }
  }

  @Test
  void exceptionOfEqualsIsNamedWithItsLocation() throws Throwable {
    assertThat(difference(() -> new Hostile("equals"), () -> new Hostile("equals")))
        .hasValueSatisfying(
            reason ->
                assertThat(reason)
                    .contains("$Hostile, which threw java.lang.IllegalStateException: equals at ")
                    .contains("Hostile.refuse(ReturnedValueCheckTests.java:"));
  }

  @Test
  void differenceIsShownWithoutTextIfToStringThrows() throws Throwable {
    assertThat(difference(() -> new Hostile("toString"), () -> 1))
        .hasValue(
            "the methods compared do not return the same: get() returned Hostile (its toString()"
                + " threw java.lang.IllegalStateException: toString), old() returned Integer 1");
  }

  @Test
  void exceptionsOfTheMethodsPassUnchanged() {
    Supplier<Object> failing =
        () -> {
          throw new IllegalStateException("mine");
        };
    assertThatIllegalStateException()
        .isThrownBy(() -> difference(() -> 1, failing))
        .withMessage("mine");
  }

  private static Optional<String> difference(Supplier<Object> tested, Supplier<Object> baseline)
      throws Throwable {
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
      refuse("hashCode");
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

  private record Returning(Supplier<Object> value) implements TestBody {

    @Override
    public void run() {
      throw new UnsupportedOperationException("only what is returned matters");
    }

    @Override
    public void repeat(long n) {
      run();
    }

    @Override
    public Object call() {
      return value.get();
    }

    @Override
    public boolean returnsValue() {
      return true;
    }
  }
}
