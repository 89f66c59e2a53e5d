package dev.tare.internal.survival;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class GrowthByClassTests {

  private static GrowthByClass growth(long... bytes) {
    List<Map<String, ClassTotal>> rounds =
        Arrays.stream(bytes)
            .mapToObj(
                change ->
                    change == 0
                        ? Map.<String, ClassTotal>of()
                        : Map.of("Session", new ClassTotal(change / 8, change)))
            .toList();
    return GrowthByClass.of(rounds, 0, 10);
  }

  private static ClassGrowth session(long... bytes) {
    return requireNonNull(growth(bytes).classes().get("Session"));
  }

  private static ClassGrowth arrays(ClassTotal... changes) {
    List<Map<String, ClassTotal>> rounds =
        Stream.of(changes).map(change -> Map.of("byte[]", change)).toList();
    return requireNonNull(GrowthByClass.of(rounds, 0, 10).classes().get("byte[]"));
  }

  private static void assertGrowth(long expected, long... bytes) {
    assertThat(growth(bytes).grown()).containsOnlyKeys("Session");
    assertThat(session(bytes).perRound()).isEqualTo(new ClassTotal(expected / 8, expected));
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
  void growthOfTwoRoundsCountsInsteadOfALesserGrowthOfOne() {
    assertGrowth(240, 184, 240, 320, 240);
  }

  @Test
  void decreasesDoNotRuleOutGrowthOfEachCall() {
    // each of 10 calls leaves an object, and others drop many in most rounds
    assertThat(growth(-8_000, -8_000, 80).isNothing()).isFalse();
    assertThat(growth(-8_000, -8_000, 80, -8_000, -8_000).emptiedBuffers()).isNotEmpty();
    assertThat(session(-8_000, -8_000, 80).least()).isEqualTo(new ClassTotal(10, 80));
    // and another object in both rounds, so that the decrease is a whole number for each call
    assertThat(growth(-8_000, 88).isNothing()).isFalse();
    // the calls drop objects, and the JVM creates one, or a larger one
    assertThat(growth(-80, -80, 8).isNothing()).isTrue();
    ClassTotal drop = new ClassTotal(-1, -24);
    assertThat(arrays(new ClassTotal(0, 16), drop, drop, drop).grows()).isFalse();
  }

  @Test
  void oneRoundWithoutGrowthRulesOutGrowth() {
    assertThat(growth(240, 0, 240).grown()).isEmpty();
    assertThat(growth(240, 0, 240).isNothing()).isTrue();
  }

  @Test
  void classThatAlsoShrankMayBeABuffer() {
    assertThat(growth(240, -8_000, 240).grown()).isEmpty();
    assertThat(growth(240, -8_000, 240).isNothing()).isFalse();
    assertThat(growth(240, -8_000, 240).emptiedBuffers()).containsOnlyKeys("Session");
  }

  @Test
  void growthThatNoBufferExplainsCounts() {
    assertGrowth(240, 240, 240, -160, 240, 240);
    assertThat(session(240, 240, -160, 240, 240).isUnsteady()).isTrue();
  }

  @Test
  void emptiedBufferDoesNotCount() {
    assertThat(growth(240, 240, 240, -720, 240).grown()).isEmpty();
    assertThat(growth(240, -120, -120, 240, -120).grown()).isEmpty();
    assertThat(growth(240, 240, 240, 240, -480).grown()).isEmpty();
  }

  @Test
  void moreThanTheCallsAddedWasOfOthers() {
    // 2 rounds before, and 5 judged ones, added at most 7 x 24 B
    assertThat(growth(24, 24, -50_000, 24, 24).emptiedBuffers()).containsOnlyKeys("Session");
    assertThat(session(24, 24, -50_000, 24, 24).shrankByOthers(2)).isTrue();
    assertThat(session(24, 24, -120, 24, 24).shrankByOthers(2)).isFalse();
    assertThat(session(240, 240, 240, -720, 240).shrankByOthers(2)).isFalse();
    assertThat(session(-24, -48).shrankByOthers(2)).isFalse();
  }

  @Test
  void roundsAreRepeatedWhileAClassMayBeABuffer() {
    assertThat(growth(240, 240, 240).isConclusive(false)).isTrue();
    assertThat(growth(240, -160, 240, 240, 240).isConclusive(false)).isFalse();
    assertThat(growth(240, -160, 240, 240, 240).isConclusive(true)).isTrue();
    assertThat(growth(240, 240, -720, 240, 240).isConclusive(true)).isFalse();
    assertThat(growth(-24, -48).isConclusive(true)).isFalse();
  }

  @Test
  void roundsAreRepeatedUntilMostPairsAgreeOnTheGrowthByClass() {
    assertThat(growth(240, 248, 320, 248).isConclusive(true)).isFalse();
    assertThat(growth(240, 240, 320, 240).isConclusive(false)).isTrue();
    assertGrowth(240, 240, 240, 320, 240);
  }

  @Test
  void objectsThatOneHistogramHasDoNotCount() {
    // the last thread of a round has not quite ended: one object more, and one fewer after it
    assertGrowth(720, 736, 704, 720, 720, 720);
    assertGrowth(720, 720, 720, 736, 704, 720);
    assertGrowth(720, 704, 720, 720, 736, 704);
    assertThat(growth(720, 720, 736, 704, 720).isConclusive(false)).isTrue();
  }

  @Test
  void growthWithoutMajorityIsUnclear() {
    ClassGrowth growth = session(480, 240, 320);

    assertThat(growth.isUnclear()).isTrue();
    assertThat(growth.least()).isEqualTo(new ClassTotal(30, 240));
    assertThat(growth.unclear()).isEqualTo(new ClassTotal(30, 240));
    assertThat(session(240, 240, 320).unclear()).isEqualTo(ClassTotal.NONE);
  }

  @Test
  void averageOfUnevenGrowthIsNoMajority() {
    ClassGrowth growth = session(80, 240, 80, 240);

    assertThat(growth.least()).isEqualTo(new ClassTotal(10, 80));
    assertThat(growth.unclear()).isEqualTo(new ClassTotal(20, 160));
  }

  @Test
  void wholeNumbersOfObjectsForEachCallHaveMoreVotes() {
    // in 10 calls, 10 objects of the calls, and another one in the first rounds
    assertGrowth(80, 88, 88, 80, 80, 80);
  }

  @Test
  void objectsOfOthersInMostRoundsDoNotOutvoteAWholeNumberForEachCall() {
    // in 10 calls, 10 arrays of the calls; and texts that the JVM creates when the JIT compiles
    ClassTotal calls = new ClassTotal(10, 720);
    ClassTotal most = new ClassTotal(11, 752);
    ClassGrowth growth =
        arrays(most, most, most, most, new ClassTotal(12, 784), calls, most, calls);

    assertThat(growth.votes().winner()).isEqualTo(most);
    assertThat(growth.perRound()).isEqualTo(calls);
    assertThat(growth.unclear()).isEqualTo(new ClassTotal(2, 64));
  }

  @Test
  void arraysOfTextsThatTheJvmCreatesDoNotCount() {
    // ten calls keep four arrays; the texts are those that the JVM creates when the JIT compiles
    ClassGrowth emptied =
        arraysBesideTexts(
            List.of(arrays(4), arrays(4), arrays(-20), arrays(30), arrays(18), arrays(10)),
            0,
            0,
            0,
            26,
            14,
            6);
    assertThat(emptied.isEmptiedBuffer()).isTrue();
    assertThat(emptied.changes())
        .containsExactly(arrays(4), arrays(4), arrays(-20), arrays(4), arrays(4), arrays(4));

    // ten calls keep ten arrays and ten texts
    assertThat(arraysBesideTexts(List.of(arrays(20), arrays(23), arrays(20)), 10, 13, 10).changes())
        .containsOnly(arrays(20));
  }

  @Test
  void arraysThatNoTextsOfOthersExplainCount() {
    List<ClassTotal> changes = List.of(arrays(4), arrays(5), arrays(4));
    assertThat(arraysBesideTexts(changes, 0, 1, 0).changes()).containsOnly(arrays(4));
    // too few texts, texts that the next round drops, texts that the calls may have created
    assertThat(arraysBesideTexts(changes, 0, 0, 1).changes()).isEqualTo(changes);
    assertThat(arraysBesideTexts(changes, 0, 1, -1).changes()).isEqualTo(changes);
    assertThat(arraysBesideTexts(changes, 3, 4, 3).changes()).isEqualTo(changes);
    assertThat(arraysBesideTexts(changes, 1, 2, 3).changes()).isEqualTo(changes);
    // not larger by an array
    List<ClassTotal> resized = List.of(arrays(4), new ClassTotal(5, 324), arrays(4));
    assertThat(arraysBesideTexts(resized, 0, 1, 0).changes()).isEqualTo(resized);
  }

  private static ClassTotal arrays(int number) {
    return new ClassTotal(1, 80).times(number);
  }

  private static ClassGrowth arraysBesideTexts(List<ClassTotal> arrays, int... texts) {
    List<Map<String, ClassTotal>> rounds = new ArrayList<>();
    for (int i = 0; i < texts.length; i++) {
      rounds.add(
          Map.of(
              "byte[]",
              arrays.get(i),
              "java.lang.String",
              new ClassTotal(texts[i], 24L * texts[i])));
    }
    return requireNonNull(GrowthByClass.of(rounds, 0, 10).classes().get("byte[]"));
  }

  @Test
  void roundsOfCallsThatKeepAnObjectNowAndThenBoundTheGrowth() {
    // every third of 10 calls keeps one: 26.7 B a round
    ClassGrowth third = session(24, 24, 32, 24, 24);
    assertThat(third.perRound()).isEqualTo(new ClassTotal(3, 24));
    assertThat(third.unclear()).isEqualTo(new ClassTotal(1, 4));
    assertThat(third.buffered()).isEqualTo(ClassTotal.NONE);

    // every sixth: 13.3 B a round
    ClassGrowth sixth = session(16, 16, 8, 16, 16);
    assertThat(sixth.perRound()).isEqualTo(new ClassTotal(2, 16));
    assertThat(sixth.unclear()).isEqualTo(ClassTotal.NONE);
    assertThat(sixth.buffered().bytes()).isEqualTo(3);

    assertThat(session(24, 24, 24, 24, 24).unclear()).isEqualTo(ClassTotal.NONE);
    // a decrease makes it a matter of buffers
    assertThat(session(24, 24, -16, 24, 24).buffered()).isEqualTo(new ClassTotal(2, 16));
  }

  @Test
  void objectsOfOthersDoNotBoundTheGrowth() {
    // an object of each call and another one, and an object of another size
    assertThat(session(80, 80, 88, 80, 80).unclear()).isEqualTo(ClassTotal.NONE);
    ClassTotal each = new ClassTotal(3, 24);
    assertThat(arrays(each, each, new ClassTotal(4, 64), each, each).unclear())
        .isEqualTo(ClassTotal.NONE);
  }

  @Test
  void objectsThatLargerOnesReplacedHaveNoSize() {
    ClassTotal larger = new ClassTotal(0, 64);

    ClassGrowth growth = arrays(larger, larger, new ClassTotal(0, 128), larger, larger);
    assertThat(growth.perRound()).isEqualTo(larger);
    assertThat(growth.buffered()).isEqualTo(ClassTotal.NONE);
    assertThat(growth.unclear()).isEqualTo(ClassTotal.NONE);
  }

  @Test
  void objectsThatAreThereNowAndThenAreNotGrowth() {
    assertThat(growth(8, -8, 8, -8, 8).grown()).isEmpty();
  }

  @Test
  void emptiedBufferDoesNotCountIfTheJvmAddsAFewObjects() {
    // emptied after 33 calls, in rounds of 10 calls; 3 other objects once
    assertThat(growth(80, 104, 80, -184, 80, 80, -184, 80, 80).grown()).isEmpty();
  }

  @Test
  void startupRoundsAreIgnoredInTheSearchForBuffers() {
    Map<String, ClassTotal> created = Map.of("Session", new ClassTotal(100, 800));
    Map<String, ClassTotal> grown = Map.of("Session", new ClassTotal(10, 80));
    Map<String, ClassTotal> emptied = Map.of("Session", new ClassTotal(-20, -160));
    List<Map<String, ClassTotal>> rounds = List.of(created, grown, grown, emptied, grown);

    assertThat(GrowthByClass.of(rounds, 0, 10).grown()).containsOnlyKeys("Session");
    assertThat(GrowthByClass.of(rounds, 1, 10).grown()).isEmpty();
  }

  @Test
  void averageCountsIfCallsRemoveAPart() {
    // 10 objects more a round, and 12 fewer in two of five
    ClassGrowth growth = session(80, -16, 80, 80, -16);

    assertThat(growth.perRound()).isEqualTo(new ClassTotal(6, 42));
    assertThat(growth.perRound().without(growth.buffered())).isEqualTo(new ClassTotal(3, 23));
    assertThat(growth.isEmptiedBuffer()).isFalse();
  }

  @Test
  void objectsThatOthersCreateAndDropDoNotCount() {
    // an array of 800 B, there at the end of two rounds
    long[] rounds = {80, 880, -720, 80, 880, -728};

    assertGrowth(80, rounds);
    assertThat(session(rounds).isUnsteady()).isFalse();
    assertThat(session(rounds).buffered()).isEqualTo(ClassTotal.NONE);
    assertThat(growth(rounds).isConclusive(false)).isTrue();
  }

  @Test
  void emptiedBufferOfObjectsOfVaryingSizeDoesNotCount() {
    assertThat(growth(80, 320, -240, 80, 400, -320, 160, -240).grown()).isEmpty();
  }

  @Test
  void growthThatABufferMayHaveCollectedIsNotCertain() {
    ClassGrowth growth = session(240, 240, -160, 240, 240);

    assertThat(growth.perRound()).isEqualTo(new ClassTotal(30, 240));
    assertThat(growth.perRound().without(growth.buffered())).isEqualTo(new ClassTotal(10, 80));
  }

  @Test
  void classWithMoreBytesButFewNewObjectsIsResized() {
    Map<String, ClassTotal> resized = Map.of("byte[]", new ClassTotal(1, 64));
    Map<String, ClassTotal> added = Map.of("Session", new ClassTotal(8, 64));
    List<Map<String, ClassTotal>> rounds = List.of(resized, added, Map.of());

    assertThat(GrowthByClass.of(rounds, 0, 10).resized(10)).containsExactly("byte[]");
    assertThat(GrowthByClass.of(rounds, 0, 10).resized(11)).isEmpty();
  }

  @Test
  void classThatOnlyShrankMayHaveGrown() {
    assertThat(growth(-24, -48).grown()).isEmpty();
    assertThat(growth(-24, -48).isNothing()).isFalse();
  }

  @Test
  void classThatShrankAndDidNotGrowInARoundHasNotGrown() {
    assertThat(growth(240, 0, -24).isNothing()).isTrue();
  }

  @Test
  void withoutRoundsThereIsNoGrowth() {
    assertThat(GrowthByClass.of(List.of(), 0, 10).isNothing()).isTrue();
  }
}
