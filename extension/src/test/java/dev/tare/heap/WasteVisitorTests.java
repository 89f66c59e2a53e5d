package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

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
// fields are there to be visited, and builders for the room they have
@SuppressWarnings({"UnusedVariable", "UnnecessaryStringBuilder"})
class WasteVisitorTests {

  private static final List<Object> REGISTRY = new ArrayList<>();

  private final ObjectGraph graph = ObjectGraph.open();

  record Pair(@Nullable Object left, @Nullable Object right) {}

  record Named(String name, List<String> tags) {}

  record Typed(HashMap<Object, Object> map) {}

  /** A list that none of whose methods may be called. */
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

  private WasteVisitor visited(Object value, Waste... wanted) {
    WasteVisitor visitor = new WasteVisitor(wanted);
    graph.profile(value).traverse(NodeFilters.all(), visitor);
    return visitor;
  }

  /** The twin has what the value has, and nothing is left to be saved. */
  private void savesTheDifference(Object value, Object thrifty) {
    WasteVisitor found = visited(value);

    assertThat(found.saving().bytes()).isEqualTo(graph.sizeOf(value) - graph.sizeOf(thrifty));
    assertThat(found.findings().stream().mapToLong(one -> one.saving().bytes()).sum())
        .isEqualTo(found.saving().bytes());
    assertThat(visited(thrifty).findings()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.tare.heap.ThriftyTwins#all")
  void savesWhatTheThriftyTwinDoesWithout(String name, Object wasteful, Object thrifty) {
    Object constants = ThriftyTwins.constants();

    savesTheDifference(new Pair(wasteful, constants), new Pair(thrifty, constants));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.tare.heap.ThriftyTwins#exact")
  void findsNothingInWhatIsAsSmallAsItCanBe(String name, Object value) {
    assertThat(visited(new Pair(value, null)).findings()).isEmpty();
  }

  /** Side by side, in any order, with what they have in common. */
  @Test
  void savesWhatAllTwinsTogetherDoWithout() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      List<Arguments> twins = new ArrayList<>(ThriftyTwins.all().toList());
      Collections.shuffle(twins, random);
      Pair wasteful = new Pair(null, ThriftyTwins.constants());
      Pair thrifty = wasteful;
      for (Arguments twin : twins.subList(0, random.nextInt(twins.size()))) {
        wasteful = new Pair(wasteful, twin.get()[1]);
        thrifty = new Pair(thrifty, twin.get()[2]);
      }
      assertThat(visited(wasteful).saving().bytes())
          .as("seed %d, graph %d", seed, i)
          .isEqualTo(graph.sizeOf(wasteful) - graph.sizeOf(thrifty));
    }
  }

  @Nested
  class Repeats {

    private String text(String word) {
      return new String(word.toCharArray());
    }

    @Test
    void areStringsWithTheSameCharacters() {
      String once = text("once");
      String twice = text("tw\u20ac");
      Object[] value = {once, twice, text("tw\u20ac"), new Pair(text("tw\u20ac"), text("other"))};
      Object[] thrifty = {once, twice, twice, new Pair(twice, "other")};

      savesTheDifference(value, thrifty);
      assertThat(visited(value).findings())
          .extracting(Finding::waste, Finding::type, Finding::objects)
          .containsExactly(tuple(Waste.REPEATED_STRINGS, "java.lang.String", new Count(2)));
    }

    @Test
    void freeBytesThatStringsShareOnceTheLastIsGone() {
      String kept = text("shared");
      String other = text("shared");
      Object[] twoOfThree = {kept, new String(kept), new String(kept), text("unique")};
      Object[] strangers = {kept, new String(other), new String(other), text("unique")};
      Object[] thrifty = {kept, kept, kept, text("unique")};

      savesTheDifference(twoOfThree, thrifty);
      savesTheDifference(strangers, thrifty);
    }

    @Test
    void areBoxesOfTheSameClassAndValue() {
      Object[] boxes = ThriftyTwins.boxes();
      Object[] value = Stream.of(boxes, ThriftyTwins.boxes()).flatMap(Stream::of).toArray();
      Object[] thrifty = Stream.of(boxes, boxes).flatMap(Stream::of).toArray();

      savesTheDifference(value, thrifty);
      assertThat(visited(value).findings()).hasSize(8);
    }

    @Test
    void areNoEqualValuesOfDifferentClasses() {
      assertThat(visited(new Object[] {1000, 1000L, 1000.0, (short) 1000, "1000"}).findings())
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
    void sayHowManyOfThoseAlongAPath() {
      List<Finding> findings = visited(value).findings();

      assertThat(findings).hasSize(1);
      assertThat(findings.get(0).description())
          .isEqualTo("799 of 1,000 java.lang.String at elements[*].name repeat an earlier one");
      assertThat(findings.get(0).saving()).isEqualTo(new DataSize(799 * graph.sizeOf("name 1")));
    }

    @Test
    void areTheLargestFirstAndOfTheKindsAskedFor() {
      Object both = new Pair(value, new ArrayList<>(List.of(new ArrayList<>(), new int[9])));

      assertThat(visited(both).findings())
          .extracting(Finding::waste)
          .containsExactly(Waste.REPEATED_STRINGS, Waste.EMPTY_COLLECTIONS);
      assertThat(visited(both, Waste.EMPTY_COLLECTIONS).findings())
          .extracting(Finding::description)
          .containsExactly("1 of 1 java.util.ArrayList at right.elementData[*] is empty");
    }

    @Test
    void nameAnEmptyPathForTheValueItself() {
      assertThat(visited(new StringBuilder("x")).findings())
          .extracting(Finding::description)
          .containsExactly("1 of 1 java.lang.StringBuilder has room that is not used");
    }

    @Test
    void stayFewInLongChains() {
      Pair chain = new Pair(null, null);
      for (int i = 0; i < 100_000; i++) {
        chain = new Pair(chain, new ArrayList<>());
      }

      assertThat(visited(chain).findings())
          .extracting(Finding::path, Finding::objects)
          .containsExactlyInAnyOrder(
              tuple("right", new Count(1)), tuple("left.right", new Count(99_999)));
    }
  }

  @Nested
  class Overlaps {

    @Test
    void countForTheCollectionThatIsEmpty() {
      Object empty = new HashSet<>(Set.of("x"));
      ((Set<?>) empty).clear();

      List<Finding> findings = visited(new Pair(empty, new ArrayList<>(50))).findings();

      assertThat(findings).extracting(Finding::waste).containsOnly(Waste.EMPTY_COLLECTIONS);
      savesTheDifference(new Pair(empty, new ArrayList<>(50)), new Pair(null, null));
    }

    @Test
    void areTakenByTheNextKindWhereTheFirstIsNotWanted() {
      Object value = new Pair(new HashMap<>(Map.of("x", "y")), null);

      assertThat(visited(value, Waste.UNUSED_CAPACITY, Waste.EMPTY_COLLECTIONS).findings())
          .isEmpty();
      Map<Object, Object> roomy = new HashMap<>(64);
      roomy.put("x", "y");
      assertThat(visited(new Pair(roomy, null), Waste.UNUSED_CAPACITY).saving().bytes())
          .isEqualTo(62L * ObjectGraph.open().layout().referenceBytes());
    }

    @Test
    void areNoneWhereANodeIsVisitedTwice() {
      ProfileNode root = graph.profile(new Pair(new ArrayList<>(), null));
      WasteVisitor visitor = new WasteVisitor();
      root.traverse(NodeFilters.all(), visitor);
      DataSize once = visitor.saving();
      root.traverse(NodeFilters.all(), visitor);

      assertThat(visitor.saving()).isEqualTo(once);
    }
  }

  @Nested
  class Restraint {

    @Test
    void callsNoMethodOfAnObject() {
      Object value =
          new Pair(new TouchyList(10), new Object[] {new ObjectGraphTests.Touchy(), null, null});

      assertThat(visited(value).findings()).hasSize(2);
    }

    @Test
    void leavesTheValueItselfInItsPlace() {
      assertThat(visited(new ArrayList<>()).findings()).isEmpty();
      assertThat(visited(new HashMap<>()).findings()).isEmpty();
    }

    @Test
    void replacesNothingThatMustBeOfItsClass() {
      HashMap<Object, Object> one = new HashMap<>(2);
      one.put("x", "y");

      assertThat(visited(new Typed(one)).findings()).isEmpty();
      assertThat(visited(new HashMap<?, ?>[] {one}).findings()).isEmpty();
      assertThat(visited(new Map<?, ?>[] {one}).findings()).hasSize(1);
    }

    @Test
    void replacesNothingThatBelongsToAClassOfTheJdk() {
      Object inside = Collections.unmodifiableCollection(new ArrayList<>());

      assertThat(visited(new Pair(inside, null)).findings()).isEmpty();
    }

    @Test
    void keepsWhatOthersReferTo() {
      Map<Object, Object> map = new HashMap<>();
      map.put("x", "y");
      Object view = map.keySet();
      Object node = map.entrySet().iterator().next();

      assertThat(visited(new Pair(map, view), Waste.ONE_ELEMENT_MAPS).findings()).isEmpty();
      assertThat(
              visited(new Pair(map, null)).saving().bytes()
                  - visited(new Pair(map, node)).saving().bytes())
          .isEqualTo(graph.shallowSizeOf(node));
    }

    /** What hangs under the map in the tree, since the other way is longer. */
    @Test
    void keepsWhatOthersReferToFromFurtherAway() {
      Map<Object, Object> map = new HashMap<>();
      map.put("x", "y");
      Object node = map.entrySet().iterator().next();
      Object view = map.keySet();
      Pair alone = new Pair(map, far(null));
      Pair withNode = new Pair(map, far(node));

      assertThat(visited(new Pair(map, far(view)), Waste.ONE_ELEMENT_MAPS).findings()).isEmpty();
      assertThat(visited(alone).saving().bytes() - visited(withNode).saving().bytes())
          .isEqualTo(graph.shallowSizeOf(node));
    }

    private Pair far(@Nullable Object object) {
      Pair far = new Pair(object, null);
      for (int i = 0; i < 5; i++) {
        far = new Pair(far, null);
      }
      return far;
    }

    @Test
    void findsNothingThatWouldBeHeldElsewhere() {
      String shared = new String("shared".toCharArray());
      List<Object> empty = new ArrayList<>(7);
      REGISTRY.add(shared);
      REGISTRY.add(empty);
      Object value = new Object[] {shared, new String("shared".toCharArray()), empty};
      WasteVisitor visitor = new WasteVisitor();

      graph.retainedProfile(value).traverse(NodeFilters.all(), visitor);

      assertThat(visitor.findings()).isEmpty();
      assertThat(visited(value).findings()).hasSize(2);
    }

    @Test
    void refusesASecondProfile() {
      WasteVisitor visitor = visited(new Object[1]);
      ProfileNode other = graph.profile(new Object[1]);

      assertThatThrownBy(() -> other.traverse(NodeFilters.all(), visitor))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("for one profile");
    }
  }
}
