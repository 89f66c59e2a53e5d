package dev.tare.internal.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class ClassGrowthTests {

  private static final int CALLS = 10;
  private static final int BYTES = 8;
  private static final int ROUNDS = 5;

  private static List<ClassTotal> rounds(long... objects) {
    return Arrays.stream(objects).mapToObj(ClassGrowthTests::objects).toList();
  }

  private static ClassTotal objects(long number) {
    return new ClassTotal(number, number * BYTES);
  }

  private static ClassGrowth growth(long... objects) {
    return ClassGrowth.of(rounds(objects), objects.length, CALLS);
  }

  private static boolean isDecided(long... objects) {
    return ClassGrowth.isDecided(rounds(objects), ROUNDS, CALLS);
  }

  private static ClassGrowth between(long least, long most) {
    return new ClassGrowth(objects(least), objects(least), objects(most));
  }

  /** Growth of at least an amount in the rounds without a decrease, which may be of a buffer. */
  private static ClassGrowth buffer(long least, long most) {
    return new ClassGrowth(objects(least), ClassTotal.NONE, objects(most));
  }

  @Test
  void growthIsWhatAllRoundsButOneAgreeOn() {
    assertThat(growth(10, 10, 10, 10, 10)).isEqualTo(between(10, 10));
    assertThat(growth(30, 30, 37, 30, 30)).isEqualTo(between(30, 30));
    assertThat(growth(29, 30, 30, 30, 30)).isEqualTo(between(30, 30));
    assertThat(growth(10, 10)).isEqualTo(between(10, 10));
    assertThat(growth(10, 10, 10, 10, 10).isAgreed()).isTrue();
  }

  @Test
  void roundsThatDoNotAgreeGiveAnInterval() {
    assertThat(growth(10, 11, 10, 12, 10)).isEqualTo(between(10, 12));
    assertThat(growth(10, 11)).isEqualTo(between(10, 11));
    assertThat(growth(10, 11, 10, 12, 10).isAgreed()).isFalse();
  }

  @Test
  void fractionOfAnObjectForEachCallIsNoAgreement() {
    // each third call leaves one, and each second
    assertThat(growth(3, 3, 4, 3, 3)).isEqualTo(between(3, 4));
    assertThat(growth(5, 5, 5, 5, 5)).isEqualTo(between(5, 5));
  }

  @Test
  void objectsOfAnotherSizeAreNoAgreement() {
    List<ClassTotal> rounds =
        Stream.of(80, 88, 96).map(bytes -> new ClassTotal(10, bytes)).toList();

    assertThat(ClassGrowth.of(rounds, 3, CALLS).most()).isEqualTo(new ClassTotal(10, 96));
  }

  @Test
  void moreRoundsWithoutAChangeThanWithGrowthRuleItOut() {
    assertThat(isDecided(0)).isTrue();
    assertThat(isDecided(3, 0)).isTrue();
    assertThat(isDecided(10, 0, 0)).isTrue();
    assertThat(growth(10, 0, 3, 0, 0)).isEqualTo(ClassGrowth.NONE);
    assertThat(growth(10, 10, 0, 0, 0)).isEqualTo(ClassGrowth.NONE);
  }

  @Test
  void oneRoundWithoutAChangeDoesNotHideGrowth() {
    // others dropped as many objects as the calls left
    assertThat(growth(10, 0, 10, 10, 10)).isEqualTo(between(10, 10));
    assertThat(growth(10, 10, 10, 0, 10)).isEqualTo(between(10, 10));
    assertThat(isDecided(10, 0)).isFalse();
    assertThat(isDecided(10, 0, 10, 10, 10)).isTrue();
    assertThat(growth(10, 0, -10)).isEqualTo(buffer(0, 10));
    assertThat(growth(10, 0, 10, 0, 10)).isEqualTo(between(0, 10));
  }

  @Test
  void lastRoundWithoutAChangeMayBeThatOfAFullCache() {
    assertThat(growth(10, 10, 10, 10, 0)).isEqualTo(between(0, 10));
    assertThat(isDecided(10, 10, 10, 10, 0)).isFalse();
    assertThat(isDecided(10, 10, 10, 10, 0, 0, 0, 0, 0)).isTrue();
  }

  @Test
  void classThatShrinksMayBeABuffer() {
    assertThat(growth(10, 10, -23, 10, 10)).isEqualTo(buffer(10, 10));
    assertThat(growth(-6, -6, 10, -6, 10)).isEqualTo(buffer(10, 10));
    assertThat(growth(10, -10, 10, -10, 10)).isEqualTo(buffer(10, 10));
    assertThat(isDecided(10, -23, 10, 10, 10, 10)).isFalse();
  }

  @Test
  void decreasesDoNotRuleOutGrowthOfEachCall() {
    // others drop many objects in most rounds
    assertThat(isDecided(-1_000)).isFalse();
    assertThat(isDecided(-1_000, 11)).isFalse();
    assertThat(growth(-1_000, -1_000, 11)).isEqualTo(buffer(11, 11));
    assertThat(growth(-10, 10, 10, 10, 10)).isEqualTo(buffer(10, 10));
  }

  @Test
  void growthBeyondTheLevelBeforeADecreaseIsNotOfABuffer() {
    assertThat(since(-23, 10, 10, 10, 10, 10)).isEqualTo(between(10, 10));
    assertThat(since(40, -60, 20, 20, 20, 20, 20)).isEqualTo(between(20, 20));
    // a buffer of 60 may still be emptied in the next round
    assertThat(since(-50, 10, 10, 10, 10, 10, 10)).isEqualTo(buffer(10, 10));
    assertThat(since(-23, 10, 10, 10, 10)).isEqualTo(buffer(10, 10));
    // larger arrays were removed
    List<ClassTotal> arrays = new ArrayList<>(List.of(new ClassTotal(9, -30_000)));
    arrays.addAll(rounds(10, 10, 10, 10, 10));
    assertThat(ClassGrowth.of(arrays, ROUNDS, CALLS).certain()).isEqualTo(ClassTotal.NONE);
  }

  private static ClassGrowth since(long... objects) {
    return ClassGrowth.of(rounds(objects), ROUNDS, CALLS);
  }

  @Test
  void bufferThatIsEmptiedInEachRoundHasTheSameNumberOfObjectsAgain() {
    // emptied in each seventh call, and in each eighth
    assertThat(growth(3, -4, 3, -4, 3, 3, -4, 3, -4, 3, -4, 3, 3, -4)).isEqualTo(ClassGrowth.NONE);
    assertThat(growth(2, -6, 2, 2, 2, -6, 2, 2)).isEqualTo(ClassGrowth.NONE);
    assertThat(isDecided(2, -6, 2, 2, 2, -6, 2, 2)).isTrue();
    assertThat(isDecided(2, -6, 2, 2, 2)).isFalse();
  }

  @Test
  void bufferThatLosesNotAllOfItsObjectsMayGrow() {
    // of seven objects one is left, and of eight
    assertThat(growth(4, -2, 4, -2, 4, 4, -2, 4)).isEqualTo(buffer(4, 4));
    assertThat(growth(3, 3, -4, 3, 3, 3, -4, 3)).isEqualTo(buffer(3, 3));
  }

  @Test
  void classThatShrinksInAllRoundsHasNotGrown() {
    assertThat(growth(-3, -6)).isEqualTo(ClassGrowth.NONE);
    assertThat(isDecided(-10, -10, -10, -10, -10)).isTrue();
    assertThat(isDecided(-10, -10, -10, -10)).isFalse();
  }

  @Test
  void objectsThatLargerOnesReplaceInEachRoundAreGrowth() {
    List<ClassTotal> larger = List.of(new ClassTotal(0, 64), new ClassTotal(0, 128));

    assertThat(ClassGrowth.of(larger, 2, CALLS))
        .isEqualTo(new ClassGrowth(larger.get(0), larger.get(0), larger.get(1)));
  }

  @Test
  void lastRoundsAgreeAlone() {
    assertThat(ClassGrowth.of(rounds(11, 12, 10, 10, 10), 3, CALLS)).isEqualTo(between(10, 10));
    assertThat(ClassGrowth.of(rounds(11, 12, 10, 11, 12), 3, CALLS)).isEqualTo(between(10, 12));
    assertThat(ClassGrowth.isDecided(rounds(11, 12, 10, 10, 10), 3, CALLS)).isTrue();
    // but a decrease before counts
    assertThat(ClassGrowth.of(rounds(10, -23, 10, 10, 10), 3, CALLS)).isEqualTo(buffer(10, 10));
  }

  @Test
  void growthOfOthersIsNotCertain() {
    assertThat(growth(10, 10).beside(objects(4)))
        .isEqualTo(new ClassGrowth(objects(10), objects(6), objects(10)));
    assertThat(growth(10, 10).beside(objects(12)).certain()).isEqualTo(ClassTotal.NONE);
  }
}
