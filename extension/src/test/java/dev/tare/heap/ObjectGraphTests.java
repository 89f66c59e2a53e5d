package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tare.heap.Footprint.Excluded;
import dev.tare.heap.Footprint.Row;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtField;
import javassist.CtNewConstructor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

// fields are there to be weighed, and lists for the shape they have
@SuppressWarnings({"JdkObsolete", "ArrayRecordComponent", "UnusedVariable"})
class ObjectGraphTests {

  private static final Oracle ORACLE = new Oracle();

  private final ObjectGraph graph = ObjectGraph.open();

  record Point(int x, @Nullable Object y) {}

  record Item(Name name) {}

  record Name(String value) {}

  record Order(Item[] items) {}

  static class Gap {
    byte a;
    @Nullable Object b;
  }

  static class PackedGap extends Gap {
    byte c;
    short d;
    Object e = "in the gap".repeat(2);
  }

  static final class Link {
    @Nullable Link next;
  }

  /** An object that no method of which may be called. */
  static final class Touchy {
    final Object inside = new int[3];

    @Override
    public boolean equals(Object other) {
      throw new AssertionError("equals was called");
    }

    @Override
    public int hashCode() {
      throw new AssertionError("hashCode was called");
    }

    @Override
    public String toString() {
      throw new AssertionError("toString was called");
    }
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

  static Map<Object, Object> filled(Map<Object, Object> map) {
    for (int i = 0; i < 300; i++) {
      map.put("key " + i, new Point(i, List.of(i, "v" + i)));
    }
    return map;
  }

  @Nested
  class AgainstTheOracle {

    @Test
    void weighsAThousandGeneratedGraphsToTheByte() throws Exception {
      long seed = new Random().nextLong();
      GeneratedGraphs graphs = new GeneratedGraphs(seed);
      long objects = 0;
      for (int i = 0; i < 1000; i++) {
        Object value = graphs.next();

        Footprint footprint = graph.footprint(value);
        Footprint paths = graph.paths(value);

        long oracle = ORACLE.sizeOf(value);
        assertThat(footprint.size().bytes()).as("seed %d, graph %d", seed, i).isEqualTo(oracle);
        assertThat(paths.byClass()).as("seed %d, graph %d", seed, i).isEqualTo(footprint);
        objects += footprint.objects().items();
      }
      assertThat(objects).as("objects in all, seed %d", seed).isGreaterThan(10_000);
    }

    static Stream<Arguments> hardCases() throws Exception {
      int captured = new Random().nextInt();
      Supplier<Object> lambda = () -> new int[] {captured};
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      return Stream.of(
          arguments("record", new Point(1, new Point(2, "y"))),
          arguments("capturing lambda", lambda),
          arguments(
              "hidden class",
              MethodHandles.lookup()
                  .defineHiddenClass(hiddenClass(), true)
                  .lookupClass()
                  .getConstructor()
                  .newInstance()),
          arguments("enum constant as the value", TimeUnit.SECONDS),
          arguments("field in a gap of the superclass", new PackedGap()),
          arguments("throwable with its backtrace", new IllegalStateException(new Exception())),
          arguments("weak reference", new WeakReference<>(new int[100])),
          arguments("soft reference", new SoftReference<>(new int[100])),
          arguments("phantom reference", new PhantomReference<>("", new ReferenceQueue<>())),
          arguments("reflective method", String.class.getMethod("substring", int.class)),
          arguments("reflective field", Gap.class.getDeclaredField("a")),
          arguments("thread as the value", new Thread(() -> {}, "not started")),
          arguments("class loader as the value", new URLClassLoader(new URL[0], null)),
          arguments(
              "method handle",
              lookup.findVirtual(String.class, "length", MethodType.methodType(int.class))),
          arguments("direct buffer", ByteBuffer.allocateDirect(1000)),
          arguments("contended cells", contended()),
          arguments("string of bytes", "abc".repeat(11)),
          arguments("string of chars", "\u20ac".repeat(11)),
          arguments("boxed", Long.valueOf(1L << 40)),
          arguments("empty array", new long[0]),
          arguments("booleans", new boolean[13]),
          arguments("array of arrays", new int[7][5]),
          arguments("array with holes", new Object[] {null, new Object[0], null}),
          arguments("path", Path.of("some", "path")),
          arguments("module", Object.class.getModule()),
          arguments("stack walker", StackWalker.getInstance()),
          arguments("ArrayList", new ArrayList<>(List.of(1, 2000, 3))),
          arguments("List.of", List.of(1, 2000, 3)),
          arguments("HashMap", filled(new HashMap<>())),
          arguments("colliding HashMap", colliding()),
          arguments("LinkedHashMap", filled(new LinkedHashMap<>())),
          arguments("TreeMap", filled(new TreeMap<>())),
          arguments("IdentityHashMap", filled(new IdentityHashMap<>())),
          arguments("WeakHashMap", filled(new WeakHashMap<>())),
          arguments("ConcurrentHashMap", filled(new ConcurrentHashMap<>())),
          arguments("skip list", filled(new ConcurrentSkipListMap<>())),
          arguments("EnumMap", new EnumMap<>(Map.of(TimeUnit.DAYS, new int[3]))),
          arguments("BitSet", BitSet.valueOf(new long[] {1, 2, 3})),
          arguments("LinkedList", new LinkedList<>(List.of(1, 2, 3))),
          arguments(
              "local class",
              new Object() {
                final Object own = new int[captured & 7];
              }));
    }

    static byte[] hiddenClass() throws Exception {
      ClassPool pool = new ClassPool(true);
      CtClass type = pool.makeClass("dev.tare.heap.Hidden");
      type.addField(CtField.make("private Object inside = new long[5];", type));
      type.addConstructor(CtNewConstructor.make("public Hidden() {}", type));
      return type.toBytecode();
    }

    /** A counter with padded cells, whatever the number of processors. */
    static Object contended() throws Exception {
      LongAdder adder = new LongAdder();
      Thread[] threads = new Thread[4];
      Arrays.setAll(
          threads, t -> new Thread(() -> IntStream.range(0, 20_000).forEach(i -> adder.add(1))));
      for (Thread thread : threads) {
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      return List.of(adder, new Exchanger<>(), ForkJoinPool.commonPool());
    }

    static Map<Object, Object> colliding() {
      Map<Object, Object> map = new HashMap<>();
      List<String> keys =
          List.of("AaAa", "AaBB", "BBAa", "BBBB", "AaC#", "C#Aa", "BBC#", "C#BB", "C#C#");
      for (String first : keys) {
        for (String second : keys) {
          map.put(first + second, 1);
        }
      }
      return map;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hardCases")
    void weighs(String name, Object value) {
      assertThat(graph.sizeOf(value)).isEqualTo(ORACLE.sizeOf(value));
      assertThat(graph.footprint(value).objects().items())
          .isEqualTo(ORACLE.reachable(value).size());
      assertThat(graph.shallowSizeOf(value)).isEqualTo(ORACLE.shallowSizeOf(value));
      assertThat(graph.paths(value).byClass()).isEqualTo(graph.footprint(value));
    }
  }

  @Nested
  class Shapes {

    @Test
    void countsAValueThatHoldsItselfOnce() {
      Object[] itself = new Object[1];
      itself[0] = itself;

      assertThat(graph.footprint(itself).objects()).isEqualTo(new Count(1));
      assertThat(graph.paths(itself).objects()).isEqualTo(new Count(1));
    }

    @Test
    void followsAChainOfThreeMillionLinks() {
      Link head = chain(3_000_000);
      long link = ORACLE.shallowSizeOf(head);

      assertThat(graph.sizeOf(head)).isEqualTo(3_000_000 * link);
      assertThat(graph.paths(head).rows())
          .extracting(Row::path, row -> row.objects().items())
          .containsExactly(tuple("next", 2_999_999L), tuple("", 1L));
    }

    @Test
    void callsNoMethodOfAnObject() {
      Object[] value = {new Touchy(), new Touchy()};

      assertThat(graph.footprint(value).objects()).isEqualTo(new Count(5));
      assertThat(graph.paths(value).objects()).isEqualTo(new Count(5));
      assertThat(graph.retained(value).retained().objects()).isEqualTo(new Count(5));
    }

    @Test
    void addsUpItsRows() {
      Footprint footprint = graph.footprint(filled(new TreeMap<>()));

      assertThat(footprint.rows().stream().mapToLong(row -> row.size().bytes()).sum())
          .isEqualTo(footprint.size().bytes());
      assertThat(footprint.rows().stream().mapToLong(row -> row.objects().items()).sum())
          .isEqualTo(footprint.objects().items());
      assertThat(footprint.rows())
          .isSortedAccordingTo(Comparator.comparing(row -> -row.size().bytes()));
    }

    @Test
    void refusesToWeighAClass() {
      assertThatThrownBy(() -> graph.sizeOf(String.class))
          .isInstanceOf(UnweighableException.class)
          .hasMessageContaining("java.lang.String.class has no exact size");
    }
  }

  @Nested
  class Exclusions {

    @Test
    void namesWhatBelongsToTheProgram() {
      Object[] value = {
        String.class, Integer.class, TimeUnit.DAYS, Thread.currentThread(), new int[2]
      };

      Footprint footprint = graph.footprint(value);

      assertThat(footprint.objects()).isEqualTo(new Count(2));
      assertThat(footprint.excluded())
          .containsExactly(
              new Excluded("java.lang.Class", new Count(2)),
              new Excluded(Thread.currentThread().getClass().getTypeName(), new Count(1)),
              new Excluded("java.util.concurrent.TimeUnit", new Count(1)));
      assertThat(graph.paths(value).excluded()).isEqualTo(footprint.excluded());
    }

    @Test
    void entersNoOtherThreadWhereTheValueIsOne() {
      Thread other = new Thread(() -> {}, "other");
      Thread value = new Thread(other, "value");

      assertThat(graph.footprint(value).excluded())
          .extracting(Excluded::type)
          .contains("java.lang.Thread");
      assertThat(graph.sizeOf(value)).isEqualTo(ORACLE.sizeOf(value));
    }

    @Test
    void ignoresTypesAndTheirSubtypes() {
      Object[] value = {new ArrayList<>(List.of(1000)), new int[2], new Point(1, "a")};

      Footprint footprint = graph.ignoring(List.class, int[].class).footprint(value);

      assertThat(footprint.rows())
          .extracting(Row::type)
          .containsOnly(
              "java.lang.Object[]", Point.class.getTypeName(), "java.lang.String", "byte[]");
      assertThat(footprint.excluded())
          .extracting(Excluded::type)
          .containsExactly("int[]", "java.util.ArrayList");
    }

    @Test
    void countsTheRootEvenWhereItsClassIsIgnored() {
      Object[] value = {new Object[3], "text"};

      assertThat(graph.ignoring(Object[].class).sizeOf(value))
          .isEqualTo(ORACLE.shallowSizeOf(value) + ORACLE.sizeOf("text"));
    }

    @Test
    void reportsTheMemoryOfDirectBuffersBesideTheSize() {
      ByteBuffer buffer = ByteBuffer.allocateDirect(4096);
      Object[] value = {buffer, buffer.slice(), buffer.asReadOnlyBuffer(), buffer.asIntBuffer()};

      assertThat(graph.footprint(value).offHeap()).isEqualTo(new DataSize(4096));
      assertThat(graph.footprint(value).size().bytes()).isLessThan(2000);
    }
  }

  @Nested
  class Paths {

    private List<String> paths(Object value) {
      return graph.paths(value).rows().stream().map(Row::path).sorted().toList();
    }

    @Test
    void nameFieldsAndElements() {
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
    void areTheShortestOnes() {
      Name shared = new Name("shared");
      Object[] value = {new Item(new Name("own")), new Object[] {new Object[] {shared}}, shared};

      assertThat(graph.paths(value).rows())
          .filteredOn(row -> row.type().equals(Name.class.getTypeName()))
          .extracting(Row::path)
          .containsExactlyInAnyOrder("[*]", "[*].name");
    }

    @Test
    void stayShortInTreesAndLists() {
      assertThat(paths(filled(new TreeMap<>())))
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
    void leadBackIntoRecursionThroughSeveralClasses() {
      List<Object> innermost = new ArrayList<>();
      List<Object> list = innermost;
      for (int i = 0; i < 1000; i++) {
        list = new ArrayList<>(List.of(list, new Point(i, null)));
      }

      Footprint footprint = graph.paths(list);

      assertThat(footprint.rows()).hasSizeLessThan(10);
      assertThat(footprint.size().bytes()).isEqualTo(ORACLE.sizeOf(list));
    }
  }
}
