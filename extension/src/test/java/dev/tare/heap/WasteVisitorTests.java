package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
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

  record Typed(HashMap<Object, Object> map) {}

  /** List whose methods must not be called. */
  static final class TouchyList extends ArrayList<Object> {
    private static final long serialVersionUID = 1L;

    TouchyList(int capacity) {
      super(capacity);
    }

    @Override
    public int size() {
      throw new AssertionError("size was called");
    }

    @Override
    public int hashCode() {
      throw new AssertionError("hashCode was called");
    }
  }

  @AfterEach
  void forget() {
    REGISTRY.clear();
  }

  private WasteVisitor findWaste(Object value, Waste... kinds) {
    WasteVisitor visitor = new WasteVisitor(kinds);
    graph.profile(value).traverse(NodeFilters.all(), visitor);
    return visitor;
  }

  /**
   * Checks that the saving equals the difference in size, and that the replacement has no waste.
   */
  private void assertSavesTheDifference(Object value, Object compact) {
    WasteVisitor found = findWaste(value);

    assertThat(found.saving().bytes()).isEqualTo(graph.sizeOf(value) - graph.sizeOf(compact));
    assertThat(found.findings().stream().mapToLong(one -> one.saving().bytes()).sum())
        .isEqualTo(found.saving().bytes());
    assertThat(findWaste(compact).findings()).isEmpty();
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
    assertThat(findWaste(new Pair(value, null)).findings()).isEmpty();
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
      assertThat(findWaste(wasteful).saving().bytes())
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
      assertThat(findWaste(value).findings())
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
      assertThat(findWaste(value).findings()).hasSize(8);
    }

    @Test
    void boxesOfDifferentClassesAreNoRepeats() {
      assertThat(findWaste(new Object[] {1000, 1000L, 1000.0, (short) 1000, "1000"}).findings())
          .isEmpty();
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
      List<Finding> findings = findWaste(value).findings();

      assertThat(findings).hasSize(1);
      assertThat(findings.get(0).description())
          .isEqualTo("799 of 1,000 java.lang.String at elements[*].name repeat an earlier one");
      assertThat(findings.get(0).saving()).isEqualTo(new DataSize(799 * graph.sizeOf("name 1")));
    }

    @Test
    void findingsOfTheRequestedKindsAreSortedBySaving() {
      Object both = new Pair(value, new ArrayList<>(List.of(new ArrayList<>(), new int[9])));

      assertThat(findWaste(both).findings())
          .extracting(Finding::waste)
          .containsExactly(Waste.REPEATED_STRINGS, Waste.EMPTY_COLLECTIONS);
      assertThat(findWaste(both, Waste.EMPTY_COLLECTIONS).findings())
          .extracting(Finding::description)
          .containsExactly("1 of 1 java.util.ArrayList at right.elementData[*] is empty");
    }

    @Test
    void findingOfTheValueItselfHasAnEmptyPath() {
      assertThat(findWaste(new StringBuilder("x")).findings())
          .extracting(Finding::description)
          .containsExactly("1 of 1 java.lang.StringBuilder has unused capacity");
    }

    @Test
    void findingsOfLongChainsAreMerged() {
      Pair chain = new Pair(null, null);
      for (int i = 0; i < 100_000; i++) {
        chain = new Pair(chain, new ArrayList<>());
      }

      assertThat(findWaste(chain).findings())
          .extracting(Finding::path, Finding::objects)
          .containsExactlyInAnyOrder(
              tuple("right", new Count(1)), tuple("left.right", new Count(99_999)));
    }
  }

  @Nested
  class Overlaps {

    @Test
    void unusedCapacityOfAnEmptyCollectionCountsOnce() {
      Object empty = new HashSet<>(Set.of("x"));
      ((Set<?>) empty).clear();

      List<Finding> findings = findWaste(new Pair(empty, new ArrayList<>(50))).findings();

      assertThat(findings).extracting(Finding::waste).containsOnly(Waste.EMPTY_COLLECTIONS);
      assertSavesTheDifference(new Pair(empty, new ArrayList<>(50)), new Pair(null, null));
    }

    @Test
    void overlapCountsForTheNextRequestedKind() {
      Object value = new Pair(new HashMap<>(Map.of("x", "y")), null);

      assertThat(findWaste(value, Waste.UNUSED_CAPACITY, Waste.EMPTY_COLLECTIONS).findings())
          .isEmpty();
      Map<Object, Object> roomy = new HashMap<>(64);
      roomy.put("x", "y");
      assertThat(findWaste(new Pair(roomy, null), Waste.UNUSED_CAPACITY).saving().bytes())
          .isEqualTo(62L * ObjectGraph.open().layout().referenceBytes());
    }

    @Test
    void nodeVisitedTwiceCountsOnce() {
      ProfileNode root = graph.profile(new Pair(new ArrayList<>(), null));
      WasteVisitor visitor = new WasteVisitor();
      root.traverse(NodeFilters.all(), visitor);
      DataSize once = visitor.saving();
      root.traverse(NodeFilters.all(), visitor);

      assertThat(visitor.saving()).isEqualTo(once);
    }
  }

  @Nested
  class NotReplaced {

    @Test
    void visitorCallsNoMethodOfAnObject() {
      Object value =
          new Pair(new TouchyList(10), new Object[] {new ObjectGraphTests.Touchy(), null, null});

      assertThat(findWaste(value).findings()).hasSize(2);
    }

    @Test
    void valueItselfIsNotReplaced() {
      assertThat(findWaste(new ArrayList<>()).findings()).isEmpty();
      assertThat(findWaste(new HashMap<>()).findings()).isEmpty();
    }

    @Test
    void fieldOfASpecificClassIsNotReplaced() {
      HashMap<Object, Object> one = new HashMap<>(2);
      one.put("x", "y");

      assertThat(findWaste(new Typed(one)).findings()).isEmpty();
      assertThat(findWaste(new HashMap<?, ?>[] {one}).findings()).isEmpty();
      assertThat(findWaste(new Map<?, ?>[] {one}).findings()).hasSize(1);
    }

    @Test
    void partOfAJdkObjectIsNotReplaced() {
      Object inside = Collections.unmodifiableCollection(new ArrayList<>());

      assertThat(findWaste(new Pair(inside, null)).findings()).isEmpty();
    }

    @Test
    void partReferencedByOthersIsKept() {
      Map<Object, Object> map = new HashMap<>();
      map.put("x", "y");
      Object view = map.keySet();
      Object node = map.entrySet().iterator().next();

      assertThat(findWaste(new Pair(map, view), Waste.ONE_ELEMENT_MAPS).findings()).isEmpty();
      assertThat(
              findWaste(new Pair(map, null)).saving().bytes()
                  - findWaste(new Pair(map, node)).saving().bytes())
          .isEqualTo(graph.shallowSizeOf(node));
    }

    /** The second reference to the part comes from further away than the map's. */
    @Test
    void partReferencedFromFurtherAwayIsKept() {
      Map<Object, Object> map = new HashMap<>();
      map.put("x", "y");
      Object node = map.entrySet().iterator().next();
      Object view = map.keySet();
      Pair alone = new Pair(map, nested(null));
      Pair withNode = new Pair(map, nested(node));

      assertThat(findWaste(new Pair(map, nested(view)), Waste.ONE_ELEMENT_MAPS).findings())
          .isEmpty();
      assertThat(findWaste(alone).saving().bytes() - findWaste(withNode).saving().bytes())
          .isEqualTo(graph.shallowSizeOf(node));
    }

    private Pair nested(@Nullable Object object) {
      Pair outermost = new Pair(object, null);
      for (int i = 0; i < 5; i++) {
        outermost = new Pair(outermost, null);
      }
      return outermost;
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
      assertThat(findWaste(value).findings()).hasSize(2);
    }

    @Test
    void secondProfileIsRefused() {
      WasteVisitor visitor = findWaste(new Object[1]);
      ProfileNode other = graph.profile(new Object[1]);

      assertThatThrownBy(() -> other.traverse(NodeFilters.all(), visitor))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("visits one profile only");
    }
  }
}
