package dev.tare.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.benchmark.Benchmarked;
import dev.tare.growth.Growth;
import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.survival.MaxPromotedBytes;
import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MaxSurvivors;
import dev.tare.survival.MustBeCollected;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that attributes that are not set have the same value in all annotations. */
class UnsetTests {

  @ParameterizedTest
  @ValueSource(
      classes = {
        MaxAllocatedBytes.class,
        MaxAllocations.class,
        Benchmarked.class,
        Growth.class,
        MaxInvocations.class,
        MaxInstances.class,
        MaxRetainedSize.class,
        MaxPromotedBytes.class,
        MaxSurvivingBytes.class,
        MaxSurvivors.class,
        MustBeCollected.class
      })
  void noAttributeHasAnotherValueOutOfRange(Class<? extends Annotation> annotation) {
    List<Object> defaults =
        Arrays.stream(annotation.getDeclaredMethods())
            .map(Method::getDefaultValue)
            .filter(Objects::nonNull)
            .toList();

    assertThat(defaults).noneMatch(UnsetTests::isOutOfRange);
  }

  private static boolean isOutOfRange(Object value) {
    return value instanceof Number number
        ? number.doubleValue() != Unset.NUMBER && number.doubleValue() < 1e-9
        : value instanceof String text && !text.equals(Unset.TEXT) && text.isBlank();
  }

  @Test
  void numberIsReplacedByTheDefault() {
    assertThat(Schedule.of(Unset.NUMBER, Unset.NUMBER)).isEqualTo(new Schedule(2, 5, false));
    assertThat(Schedule.of(Unset.NUMBER, 9)).isEqualTo(new Schedule(2, 9, true));
    assertThat(Schedule.of(9, Unset.NUMBER)).isEqualTo(new Schedule(9, 5, true));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Unset.NUMBER + 1})
  void anotherNegativeNumberIsRefused(int runs) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Schedule.of(Unset.NUMBER, runs))
        .withMessage("runs = %d: at least one call must be judged, for example runs = 5", runs);
  }
}
