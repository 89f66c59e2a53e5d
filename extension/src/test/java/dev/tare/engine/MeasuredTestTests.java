package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MeasuredTestTests {

  private static MeasuredTest test(Class<?> type, String method, int... iterations)
      throws NoSuchMethodException {
    return new MeasuredTest(
        List.of(type),
        Object.class.getMethod(method),
        iterations.length == 0 ? Set.of() : Set.of(iterations[0]));
  }

  @Test
  void testsOfTheSameClassMethodAndIterationsAreEqual() throws NoSuchMethodException {
    MeasuredTest one = test(String.class, "hashCode", 1);

    assertThat(one)
        .isEqualTo(test(String.class, "hashCode", 1))
        .hasSameHashCodeAs(test(String.class, "hashCode", 1))
        .isNotEqualTo(test(Integer.class, "hashCode", 1))
        .isNotEqualTo(test(String.class, "toString", 1))
        .isNotEqualTo(test(String.class, "hashCode"));
  }
}
