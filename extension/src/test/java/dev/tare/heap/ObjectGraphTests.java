package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.heap.Footprint.ClassRow;
import dev.tare.heap.Footprint.ExcludedObjects;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

// fields exist to be measured, and lists for their object layout
@SuppressWarnings({"JdkObsolete", "ArrayRecordComponent", "UnusedVariable"})
@Isolated
@WeavesOrWalks
class ObjectGraphTests {

  private static final Oracle ORACLE = new Oracle();

  private final ObjectGraph graph = ObjectGraph.open();

  record Item(@Nullable Name name) {}

  record Name(String value) {}

  record Order(Item[] items) {}

  static final class Link {
    @Nullable Link next;
  }

  static Link chain(int length) {
    Link head = new Link();
    Link tail = head;
    for (int i = 1; i < length; i++) {
      tail.next = new Link();
      tail = tail.next;
    }
    return head;
  }

  @Nested
  class Shapes {

    @Test
    void cyclicValueIsCountedOnce() {
      Object[] itself = new Object[1];
      itself[0] = itself;

      assertThat(graph.footprint(itself).objects()).isEqualTo(new Count(1));
      assertThat(graph.paths(itself).objects()).isEqualTo(new Count(1));
    }

    @Test
    void footprintPrintsAsATable() {
      assertThat(graph.paths(new Order(new Item[] {new Item(null), new Item(null)})))
          .asString()
          .isEqualTo(
              """
              72 B in 4 objects
                        32 B           2  dev.tare.heap.ObjectGraphTests$Item    items[*]
                        24 B           1  dev.tare.heap.ObjectGraphTests$Item[]  items
                        16 B           1  dev.tare.heap.ObjectGraphTests$Order""");
    }

    /** Nulls are skipped several at a time, across the chunks of an array. */
    @Test
    void singleElementOfAnArrayIsFoundAtEveryIndex() {
      for (int length : new int[] {1, 2, 3, 7, 8, 9, 16, 31, 33, 127, 128, 129, 270}) {
        // bytes behind the array are not read as elements
        @Nullable Object[] value = new @Nullable Object[length];
        Object[] behind = {new Object(), new Object(), new Object()};
        for (int at = 0; at < length; at++) {
          value[at] = behind[0];

          assertThat(graph.footprint(value).objects())
              .as("element %s of %s", at, length)
              .isEqualTo(new Count(2));

          value[at] = null;
        }
        assertThat(graph.footprint(value).objects()).isEqualTo(new Count(1));
      }
    }

    /**
     * The elements are far apart in both directions, so that one array leads to both ends of the
     * heap.
     */
    @Test
    void elementsAllOverTheHeapAreFound() {
      int number = 1_000;
      List<Object> between = new ArrayList<>();
      Object[] value = new Object[4 * number];
      for (int i = 0; i < number; i++) {
        Object element = new Object();
        value[i] = element;
        value[2 * number - 1 - i] = element;
        value[2 * number + i] = element;
        value[4 * number - 1 - i] = element;
        for (int kibibyte = 0; kibibyte < 64; kibibyte++) {
          between.add(new byte[1_000]);
        }
      }
      Object[] reversed = value.clone();
      Collections.reverse(Arrays.asList(reversed).subList(0, number));

      assertThat(graph.footprint(value).objects()).isEqualTo(new Count(number + 1));
      assertThat(graph.footprint(reversed).objects()).isEqualTo(new Count(number + 1));
      assertThat(between).hasSize(64 * number);
    }

    @Test
    void rowsAddUpToTheSize() {
      Footprint footprint = graph.footprint(HardCases.filled(new TreeMap<>()));

      assertThat(footprint.rows().stream().mapToLong(row -> row.size().bytes()).sum())
          .isEqualTo(footprint.bytes());
      assertThat(footprint.rows().stream().mapToLong(row -> row.objects().items()).sum())
          .isEqualTo(footprint.objects().items());
      assertThat(footprint.rows())
          .isSortedAccordingTo(Comparator.comparing(row -> -row.size().bytes()));
    }

    @Test
    void hiddenClassesAreNamedWithoutTheirAddress() {
      int captured = seed();
      Supplier<Integer> lambda = () -> captured;

      assertThat(graph.paths(new Object[] {lambda}).rows())
          .extracting(ClassRow::type)
          .anySatisfy(
              name ->
                  assertThat(name)
                      .startsWith("dev.tare.heap.ObjectGraphTests$")
                      .doesNotContain("/"));
    }

    private int seed() {
      return graph.hashCode();
    }

    @Test
    void classAsTheValueIsRefused() {
      assertThatThrownBy(() -> graph.sizeOf(String.class))
          .isInstanceOf(UnweighableException.class)
          .hasMessageContaining("java.lang.String.class has no exact size");
    }
  }

  @Nested
  class Exclusions {

    @Test
    void objectsOfTheProgramAreNamed() {
      Object[] value = {
        String.class, Integer.class, TimeUnit.DAYS, Thread.currentThread(), new int[2]
      };

      Footprint footprint = graph.footprint(value);

      assertThat(footprint.objects()).isEqualTo(new Count(2));
      assertThat(footprint.excluded())
          .containsExactlyInAnyOrder(
              new ExcludedObjects("java.lang.Class", new Count(2)),
              new ExcludedObjects(Thread.currentThread().getClass().getTypeName(), new Count(1)),
              new ExcludedObjects("java.util.concurrent.TimeUnit", new Count(1)));
      assertThat(graph.paths(value).excluded()).isEqualTo(footprint.excluded());
    }

    @Test
    void constantThatIsTheValueIsNotNamed() {
      assertThat(graph.footprint(TimeUnit.DAYS).excluded())
          .extracting(ExcludedObjects::type)
          .doesNotContain("java.util.concurrent.TimeUnit");
    }

    @Test
    void otherThreadsAreNotEnteredFromAThread() {
      Thread other = new Thread(() -> {}, "other");
      Thread value = new Thread(other, "value");

      assertThat(graph.footprint(value).excluded())
          .extracting(ExcludedObjects::type)
          .contains("java.lang.Thread");
      assertThat(graph.sizeOf(value)).isEqualTo(ORACLE.sizeOf(value));
    }

    @Test
    void ignoredTypesCoverSubtypes() {
      Object[] value = {new ArrayList<>(List.of(1000)), new int[2], new HardCases.Point(1, "a")};

      Footprint footprint = graph.ignoring(List.class, int[].class).footprint(value);

      assertThat(footprint.rows())
          .extracting(ClassRow::type)
          .containsOnly(
              "java.lang.Object[]",
              HardCases.Point.class.getTypeName(),
              "java.lang.String",
              "byte[]");
      assertThat(footprint.excluded())
          .extracting(ExcludedObjects::type)
          .containsExactly("int[]", "java.util.ArrayList");
    }

    @Test
    void valueOfAnIgnoredClassIsCounted() {
      Object[] value = {new Object[3], "text"};

      assertThat(graph.ignoring(Object[].class).sizeOf(value))
          .isEqualTo(ORACLE.shallowSizeOf(value) + ORACLE.sizeOf("text"));
    }

    @Test
    void directBufferMemoryIsReportedSeparately() {
      ByteBuffer buffer = ByteBuffer.allocateDirect(4096);
      Object[] value = {buffer, buffer.slice(), buffer.asReadOnlyBuffer(), buffer.asIntBuffer()};

      assertThat(graph.footprint(value).offHeap()).isEqualTo(new DataSize(4096));
      assertThat(graph.footprint(value).bytes()).isLessThan(2000);
    }
  }

  @Nested
  class Paths {

    private List<String> paths(Object value) {
      return graph.paths(value).rows().stream().map(ClassRow::path).sorted().toList();
    }

    @Test
    void pathsNameFieldsAndElements() {
      Item[] items = {new Item(new Name("first")), new Item(new Name("second"))};

      assertThat(paths(new Order(items)))
          .containsExactly(
              "",
              "items",
              "items[*]",
              "items[*].name",
              "items[*].name.value",
              "items[*].name.value.value");
    }

    @Test
    void pathsAreTheShortest() {
      Name shared = new Name("shared");
      Object[] value = {new Item(new Name("own")), new Object[] {new Object[] {shared}}, shared};

      assertThat(graph.paths(value).rows())
          .filteredOn(row -> row.type().equals(Name.class.getTypeName()))
          .extracting(ClassRow::path)
          .containsExactlyInAnyOrder("[*]", "[*].name");
    }

    @Test
    void pathToAnObjectIsTheShortest() {
      Name target = new Name("target");
      Object[] value = {new Item(new Name("own")), List.of(List.of(target)), List.of(target)};

      assertThat(graph.pathFrom(value, target).orElseThrow().description())
          .isEqualTo("extra root java.lang.Object[] [2].e0");
      assertThat(graph.pathFrom(value, value).orElseThrow().steps()).isEmpty();
      assertThat(graph.pathFrom(value, new Object())).isEmpty();
      assertThat(graph.withoutFields(field -> true).pathFrom(value, target)).isEmpty();
    }

    @Test
    void pathToAnObjectFollowsReferentsOnRequest() {
      Object[] value = {new WeakReference<>(graph)};

      assertThat(graph.pathFrom(value, graph)).isEmpty();
      assertThat(graph.withReferentsOf(WeakReference.class).pathFrom(value, graph))
          .hasValueSatisfying(path -> assertThat(path.description()).endsWith(" [0].referent"));
    }

    @Test
    void pathsOfTreesAndListsStayShort() {
      assertThat(paths(HardCases.filled(new TreeMap<>())))
          .containsExactly(
              "",
              "root",
              "root.key",
              "root.key.value",
              "root.value",
              "root.value.y",
              "root.value.y.e0",
              "root.value.y.e1",
              "root.value.y.e1.value");
      assertThat(paths(new LinkedList<>(List.of("a", "b", "c"))))
          .containsExactly(
              "",
              "first",
              "first.item",
              "first.item.value",
              "last",
              "last.item",
              "last.item.value");
    }

    @Test
    void pathsFoldRecursionThroughSeveralClasses() {
      List<Object> innermost = new ArrayList<>();
      List<Object> list = innermost;
      for (int i = 0; i < 1000; i++) {
        list = new ArrayList<>(List.of(list, new HardCases.Point(i, null)));
      }

      Footprint footprint = graph.paths(list);

      assertThat(footprint.rows()).hasSizeLessThan(10);
      assertThat(footprint.bytes()).isEqualTo(ORACLE.sizeOf(list));
    }
  }
}
