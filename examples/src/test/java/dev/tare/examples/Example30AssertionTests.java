package dev.tare.examples;

import dev.tare.benchmark.Benchmarked;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The puzzle of the assertions: what does it cost to check an argument?
 *
 * <p>Four variants scale the same numbers: one checks nothing, one by an {@code if}, and two by an
 * {@code assert}, which is switched off for one of them. Two groups come out: the assertion that is
 * off costs as little as no check, the one that is on as much as the {@code if}, which keeps the
 * compiler from scaling several numbers at once. Mind that Surefire switches assertions on.
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
    loader.setClassAssertionStatus(AssertsInVain.class.getName(), false);
    loader.setClassAssertionStatus(Asserts.class.getName(), true);
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
  int[] assertedInVain() {
    return AssertsInVain.scaled(NUMBERS, SCALED);
  }

  @Benchmarked(baseline = "checked", maxRatio = 1.25)
  int[] asserted() {
    return Asserts.scaled(NUMBERS, SCALED);
  }

  @Benchmarked(baseline = "asserted", maxRatio = 0.75)
  int[] uncheckedBesideAsserted() {
    return unchecked();
  }

  // end::right[]
}

/** Assertions are off here: they can be switched for classes that are not nested. */
final class AssertsInVain {

  private AssertsInVain() {}

  static int[] scaled(int[] numbers, int[] scaled) {
    for (int i = 0; i < numbers.length; i++) {
      assert numbers[i] >= 0 : "negative";
      scaled[i] = 3 * numbers[i];
    }
    return scaled;
  }
}

/** And on here. */
final class Asserts {

  private Asserts() {}

  static int[] scaled(int[] numbers, int[] scaled) {
    for (int i = 0; i < numbers.length; i++) {
      assert numbers[i] >= 0 : "negative";
      scaled[i] = 3 * numbers[i];
    }
    return scaled;
  }
}
