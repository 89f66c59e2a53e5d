package dev.tare.internal.survival;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeastGrowthTests {

  private static LeastGrowth growth(long... bytes) {
    List<Map<String, ClassTotal>> rounds =
        Arrays.stream(bytes)
            .mapToObj(
                one ->
                    one == 0
                        ? Map.<String, ClassTotal>of()
                        : Map.of("Session", new ClassTotal(one / 8, one)))
            .toList();
    return LeastGrowth.of(rounds);
  }

  private static void assertGrowth(long expected, long... bytes) {
    assertThat(growth(bytes).certain())
        .isEqualTo(Map.of("Session", new ClassTotal(expected / 8, expected)));
  }

  @Test
  void equalGrowthCounts() {
    assertGrowth(240, 240, 240, 240);
  }

  @Test
  void leastOfDifferentGrowthCounts() {
    assertGrowth(240, 480, 240, 320);
  }

  @Test
  void growthThatTwoRoundsAgreeOnCountsRatherThanALesserOne() {
    assertGrowth(240, 184, 240, 320, 240);
  }

  @Test
  void classThatDidNotGrowInOneRoundDidNotGrow() {
    assertThat(growth(240, 0, 240).certain()).isEmpty();
    assertThat(growth(240, 0, 240).shrunk()).isEmpty();
  }

  @Test
  void classThatShrankBesidesIsInDoubt() {
    assertThat(growth(240, -8_000, 240).certain()).isEmpty();
    assertThat(growth(240, -8_000, 240).shrunk()).containsExactly("Session");
    assertThat(growth(240, -8_000, 240).least()).containsKey("Session");
  }

  @Test
  void growthCountsThatNoEmptiedBufferExplains() {
    assertGrowth(240, 240, 240, -160, 240, 240);
    assertThat(growth(240, 240, -160, 240, 240).shrunk()).containsExactly("Session");
  }

  @Test
  void bufferThatIsEmptiedNowAndThenDoesNotGrow() {
    assertThat(growth(240, 240, 240, -720, 240).certain()).isEmpty();
    assertThat(growth(240, -120, -120, 240, -120).certain()).isEmpty();
    assertThat(growth(240, 240, 240, 240, -480).certain()).isEmpty();
  }

  @Test
  void roundsAreRepeatedWhileAClassMayBeABuffer() {
    assertThat(growth(240, 240, 240).isCertain(false)).isTrue();
    assertThat(growth(240, -160, 240, 240, 240).isCertain(false)).isFalse();
    assertThat(growth(240, -160, 240, 240, 240).isCertain(true)).isTrue();
    assertThat(growth(240, 240, -720, 240, 240).isCertain(true)).isFalse();
    assertThat(growth(-24, -48).isCertain(true)).isFalse();
  }

  @Test
  void roundsAreRepeatedUntilTwoAgreeOnTheLeastGrowth() {
    assertThat(growth(240, 248, 320, 248).isCertain(true)).isFalse();
    assertThat(growth(240, 248, 320, 248, 240).isCertain(false)).isTrue();
    assertGrowth(240, 240, 248, 320, 248, 240);
    assertThat(growth(240, 248, 320).isCertain(false)).isTrue();
  }

  @Test
  void classThatOnlyShrankIsInDoubt() {
    assertThat(growth(-24, -48).least()).isEmpty();
    assertThat(growth(-24, -48).shrunk()).containsExactly("Session");
  }

  @Test
  void classThatShrankAndDidNotGrowOnceIsCertain() {
    assertThat(growth(240, 0, -24).least()).isEmpty();
    assertThat(growth(240, 0, -24).shrunk()).isEmpty();
  }

  @Test
  void noRoundsHaveNoGrowth() {
    assertThat(LeastGrowth.of(List.of()).least()).isEmpty();
  }
}
