package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Isolated
// fields exist to be visited, and builders for their capacity
@SuppressWarnings({"UnusedVariable", "UnnecessaryStringBuilder"})
@WeavesOrWalks
class WasteVisitorTests {

  private static final List<Object> REGISTRY = new ArrayList<>();

  private final ObjectGraph graph = ObjectGraph.open();

  record Pair(@Nullable Object left, @Nullable Object right) {}

  record Named(String name, List<String> tags) {}

  @AfterEach
  void forget() {
    REGISTRY.clear();
  }

  private List<Finding> findWaste(Object value) {
    WasteVisitor visitor = new WasteVisitor();
    graph.profile(value).traverse(NodeFilters.all(), visitor);
    return visitor.findings();
  }

  private static long saving(List<Finding> findings) {
    return findings.stream().mapToLong(finding -> finding.saving().bytes()).sum();
  }

  /**
   * Checks that the saving equals the difference in size, and that the replacement has no waste.
   */
  private void assertSavesTheDifference(Object value, Object compact) {
    assertThat(saving(findWaste(value))).isEqualTo(graph.sizeOf(value) - graph.sizeOf(compact));
    assertThat(findWaste(compact)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.tare.heap.WastefulCollections#all")
  void savingEqualsTheDifferenceToTheReplacement(String name, Object wasteful, Object compact) {
    Object constants = WastefulCollections.constants();

    assertSavesTheDifference(new Pair(wasteful, constants), new Pair(compact, constants));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.tare.heap.WastefulCollections#exact")
  void compactObjectsHaveNoFindings(String name, Object value) {
    assertThat(findWaste(new Pair(value, null))).isEmpty();
  }

  /** The objects are in one graph, in random order, with everything that they share. */
  @Test
  void savingsOfManyObjectsAddUp() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      List<Arguments> pairs = new ArrayList<>(WastefulCollections.all().toList());
      Collections.shuffle(pairs, random);
      Pair wasteful = new Pair(null, WastefulCollections.constants());
      Pair compact = wasteful;
      for (Arguments pair : pairs.subList(0, random.nextInt(pairs.size()))) {
        wasteful = new Pair(wasteful, pair.get()[1]);
        compact = new Pair(compact, pair.get()[2]);
      }
      assertThat(saving(findWaste(wasteful)))
          .as("seed %d, graph %d", seed, i)
          .isEqualTo(graph.sizeOf(wasteful) - graph.sizeOf(compact));
    }
  }

  @Nested
  class Repeats {

    private String text(String word) {
      return new String(word.toCharArray());
    }

    @Test
    void stringsWithTheSameCharactersAreRepeats() {
      String once = text("once");
      String twice = text("tw\u20ac");
      Object[] value = {once, twice, text("tw\u20ac"), new Pair(text("tw\u20ac"), text("other"))};
      Object[] compact = {once, twice, twice, new Pair(twice, "other")};

      assertSavesTheDifference(value, compact);
      assertThat(findWaste(value))
          .extracting(Finding::waste, Finding::type, Finding::objects)
          .containsExactly(tuple(Waste.REPEATED_STRINGS, "java.lang.String", new Count(2)));
    }

    @Test
    void sharedBytesAreSavedWithTheLastString() {
      String kept = text("shared");
      String other = text("shared");
      Object[] twoOfThree = {kept, new String(kept), new String(kept), text("unique")};
      Object[] strangers = {kept, new String(other), new String(other), text("unique")};
      Object[] compact = {kept, kept, kept, text("unique")};

      assertSavesTheDifference(twoOfThree, compact);
      assertSavesTheDifference(strangers, compact);
    }

    @Test
    void boxesOfTheSameClassAndValueAreRepeats() {
      Object[] boxes = WastefulCollections.boxes();
      Object[] value = Stream.of(boxes, WastefulCollections.boxes()).flatMap(Stream::of).toArray();
      Object[] compact = Stream.of(boxes, boxes).flatMap(Stream::of).toArray();

      assertSavesTheDifference(value, compact);
      assertThat(findWaste(value)).hasSize(8);
    }

    @Test
    void boxesOfDifferentClassesAreNoRepeats() {
      assertThat(findWaste(new Object[] {1000, 1000L, 1000.0, (short) 1000, "1000"})).isEmpty();
    }
  }

  @Nested
  class Rows {

    private final List<Named> value =
        IntStream.range(0, 1000)
            .mapToObj(i -> new Named("name " + i % 201, new ArrayList<>(List.of("tag " + i))))
            .toList();

    @Test
    void findingsHaveTheNumberOfObjectsOnThePath() {
      List<Finding> findings = findWaste(value);

      assertThat(findings).hasSize(1);
      assertThat(findings.get(0).description())
          .isEqualTo("799 of 1,000 java.lang.String at elements[*].name repeat an earlier one");
      assertThat(findings.get(0).saving()).isEqualTo(new DataSize(799 * graph.sizeOf("name 1")));
    }

    @Test
    void findingsAreSortedBySaving() {
      Object both = new Pair(value, new ArrayList<>(List.of(new ArrayList<>(50), new int[9])));

      assertThat(findWaste(both))
          .extracting(Finding::description)
          .containsExactly(
              "799 of 1,000 java.lang.String at left.elements[*].name repeat an earlier one",
              "1 of 1 java.util.ArrayList at right.elementData[*] has unused capacity");
    }

    @Test
    void findingOfTheValueItselfHasAnEmptyPath() {
      assertThat(findWaste(new StringBuilder("x")))
          .extracting(Finding::description)
          .containsExactly("1 of 1 java.lang.StringBuilder has unused capacity");
    }

    @Test
    void findingsOfLongChainsAreMerged() {
      Pair chain = new Pair(null, null);
      for (int i = 0; i < 100_000; i++) {
        chain = new Pair(chain, new ArrayList<>(5));
      }

      assertThat(findWaste(chain))
          .extracting(Finding::path, Finding::objects)
          .containsExactlyInAnyOrder(
              tuple("right", new Count(1)), tuple("left.right", new Count(99_999)));
    }
  }

  @Nested
  class Overlaps {

    @Test
    void nodeVisitedTwiceCountsOnce() {
      ProfileNode root = graph.profile(new Pair(new ArrayList<>(9), null));
      WasteVisitor visitor = new WasteVisitor();
      root.traverse(NodeFilters.all(), visitor);
      long once = saving(visitor.findings());
      root.traverse(NodeFilters.all(), visitor);

      assertThat(saving(visitor.findings())).isEqualTo(once).isPositive();
    }
  }

  @Nested
  class NotReplaced {

    @Test
    void arrayInAFieldOfAJdkClassIsNotReplaced() {
      assertThat(findWaste(Arrays.asList(new Object[30]))).isEmpty();
      assertThat(findWaste(new AtomicReference<>(new Object[30]))).hasSize(1);
      assertThat(findWaste(new Pair(new Object[30], null))).hasSize(1);
    }

    @Test
    void arrayThatAnIteratorReadsIsNotReplaced() {
      Map<Object, Object> map = new ConcurrentHashMap<>(64);
      map.put("x", "y");

      assertThat(findWaste(new Pair(map, null))).hasSize(1);
      assertThat(findWaste(new Pair(map, map.keySet().iterator()))).isEmpty();
    }

    @Test
    void sharedObjectsHaveNoFindings() {
      String shared = new String("shared".toCharArray());
      List<Object> empty = new ArrayList<>(7);
      REGISTRY.add(shared);
      REGISTRY.add(empty);
      Object value = new Object[] {shared, new String("shared".toCharArray()), empty};
      WasteVisitor visitor = new WasteVisitor();

      graph.retainedProfile(value).traverse(NodeFilters.all(), visitor);

      assertThat(visitor.findings()).isEmpty();
      assertThat(findWaste(value)).hasSize(2);
    }

    @Test
    void secondProfileIsRefused() {
      WasteVisitor visitor = new WasteVisitor();
      graph.profile(new Object[1]).traverse(NodeFilters.all(), visitor);
      ProfileNode other = graph.profile(new Object[1]);

      assertThatThrownBy(() -> other.traverse(NodeFilters.all(), visitor))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("visits one profile only");
    }
  }
}
