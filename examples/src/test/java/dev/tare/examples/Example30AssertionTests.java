package dev.tare.examples;

import dev.tare.benchmark.Benchmarked;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The puzzle of the assertions: what does checking an argument cost?
 *
 * <p>Four variants scale the same numbers: one without a check, one with an {@code if}, and two
 * with an {@code assert}, which is disabled for one of them. The disabled assertion costs as little
 * as no check. The enabled one costs as much as the {@code if}, which prevents vectorization.
 * Surefire enables assertions by default.
 *
 * <p>{@code mvn -Ppuzzles} runs it, with the time of each.
 */
@Tag("puzzle")
class Example30AssertionTests {

  static final int[] NUMBERS = IntStream.range(0, 10_000).toArray();
  static final int[] SCALED = new int[10_000];

  @BeforeAll
  static void switchOneOff() {
    ClassLoader loader = Example30AssertionTests.class.getClassLoader();
    loader.setClassAssertionStatus(DisabledAsserts.class.getName(), false);
    loader.setClassAssertionStatus(EnabledAsserts.class.getName(), true);
  }

  // tag::right[]
  @Benchmarked(baseline = "checked", maxRatio = 0.75)
  int[] unchecked() {
    for (int i = 0; i < NUMBERS.length; i++) {
      SCALED[i] = 3 * NUMBERS[i];
    }
    return SCALED;
  }

  @Benchmarked
  int[] checked() {
    for (int i = 0; i < NUMBERS.length; i++) {
      if (NUMBERS[i] < 0) {
        throw new IllegalArgumentException("negative");
      }
      SCALED[i] = 3 * NUMBERS[i];
    }
    return SCALED;
  }

  @Benchmarked(baseline = "unchecked", maxRatio = 1.25)
  int[] disabledAssert() {
    return DisabledAsserts.scaled(NUMBERS, SCALED);
  }

  @Benchmarked(baseline = "checked", maxRatio = 1.25)
  int[] asserted() {
    return EnabledAsserts.scaled(NUMBERS, SCALED);
  }

  @Benchmarked(baseline = "asserted", maxRatio = 0.75)
  int[] uncheckedBesideAsserted() {
    return unchecked();
  }

  // end::right[]
}

/** Assertions are disabled here; their status can be set for top-level classes only. */
final class DisabledAsserts {

  private DisabledAsserts() {}

  static int[] scaled(int[] numbers, int[] scaled) {
    for (int i = 0; i < numbers.length; i++) {
      assert numbers[i] >= 0 : "negative";
      scaled[i] = 3 * numbers[i];
    }
    return scaled;
  }
}

/** Assertions are enabled here. */
final class EnabledAsserts {

  private EnabledAsserts() {}

  static int[] scaled(int[] numbers, int[] scaled) {
    for (int i = 0; i < numbers.length; i++) {
      assert numbers[i] >= 0 : "negative";
      scaled[i] = 3 * numbers[i];
    }
    return scaled;
  }
}
