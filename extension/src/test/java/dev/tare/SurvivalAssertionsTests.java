package dev.tare;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
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

  @Test
  void leakIsLimited() {
    // an object of 16 B, a node of 24 B
    assertThatCalling(() -> leaks()).leavesAtMost("40 B");
    assertThatThrownBy(() -> assertThatCalling(() -> leaks()).leavesAtMost("39 B"))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith(
            "Surviving bytes of SurvivalAssertionsTests.leakIsLimited() 40 B exceed 39 B");
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
}
