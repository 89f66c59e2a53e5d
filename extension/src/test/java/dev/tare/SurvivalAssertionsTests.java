package dev.tare;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.testing.SlowAfterOthers;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.opentest4j.AssertionFailedError;

@Isolated("counts live objects")
@SlowAfterOthers
class SurvivalAssertionsTests {

  /** Holds the objects that leaking bodies leave behind. */
  @SuppressWarnings("JdkObsolete") // each element takes the same number of bytes
  private static final List<Object> LEAK = new LinkedList<>();

  /** Class whose only instances are those that the leaking body creates. */
  private static final class Leaked {
    final int number = LEAK.size();
  }

  @AfterEach
  void clear() {
    LEAK.clear();
  }

  private static Object leaks() {
    Leaked leaked = new Leaked();
    LEAK.add(leaked);
    return leaked.number;
  }

  /** Keeps enough in each call that the survivor spaces cannot hide it. */
  private static Object keeps() {
    byte[] kept = new byte[8_192];
    LEAK.add(kept);
    return kept.length;
  }

  @Test
  void leakWithinTheLimitPasses() {
    assertThatCalling(() -> leaks()).leavesAtMost("1 KiB");
  }

  @Test
  void leakAboveTheLimitFails() {
    // an object of 16 B, a node of 24 B
    assertThatThrownBy(() -> assertThatCalling(() -> leaks()).leavesAtMost("39 B"))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith(
            "Surviving bytes of SurvivalAssertionsTests.leakAboveTheLimitFails() 40 B exceed 39 B");
  }

  @Test
  void bodyThatKeepsNothingMakesNothingOld() {
    assertThatCalling(() -> new byte[100]).promotesAtMost("0 B");
  }

  @Test
  void bodyThatKeepsItsObjectsMakesThemOld() {
    assertThatThrownBy(
            () ->
                assertThatCalling(Tare.calling(() -> keeps()).withCalls(10)).promotesAtMost("0 B"))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith(
            "Promoted bytes of SurvivalAssertionsTests.bodyThatKeepsItsObjectsMakesThemOld() ")
        .hasMessageContaining(" exceed 0 B");
  }

  @Test
  void promotedBytesAreMeasuredWithoutALimit() {
    MeasuredFigure figure = Tare.calling(() -> new byte[100]).withCalls(10).promoted();

    assertThat(figure.measurement()).matches(Reasons::hasNoDoubt);
    assertThat(figure.value().amount()).isZero();
    assertThat(figure.summary()).startsWith("Promoted bytes of SurvivalAssertionsTests.");
  }

  @Test
  void resultThatNothingHoldsIsReleased() {
    assertThatCalling(() -> new ArrayList<>(List.of(1, 2))).releasesItsResult();
  }

  @Test
  void resultThatAFieldHoldsFailsWithThePath() {
    assertThatThrownBy(
            () ->
                assertThatCalling(
                        () -> {
                          leaks();
                          return LEAK.get(0);
                        })
                    .as("leaked")
                    .releasesItsResult())
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith("[leaked] ")
        .hasMessageContaining("SurvivalAssertionsTests.LEAK");
  }

  @Test
  void bodyWithoutAResultIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> assertThatCalling(() -> LEAK.clear()).releasesItsResult())
        .withMessageStartingWith("releasesItsResult(): the body returns no object; return the one");
  }

  @Test
  void survivorsAreLimitedByType() {
    assertThatCalling(() -> leaks()).leavesAtMost(1, Leaked.class);
    assertThatThrownBy(() -> assertThatCalling(() -> leaks()).leavesAtMost(0, Leaked.class))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("1 exceed 0");
  }

  @Test
  void malformedLimitsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> assertThatCalling(() -> "").leavesAtMost("1"))
        .withMessageStartingWith("leavesAtMost(\"1\"): ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> assertThatCalling(() -> "").promotesAtMost("1 s"))
        .withMessageStartingWith("promotesAtMost(\"1 s\"): ");
  }
}
