package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.tare.heap.Footprint.ClassRow;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.Count;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
@WeavesOrWalks
class RetainedFootprintTests {

  private static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();

  private static final ClassValue<Map<String, Object>> OF_CLASS =
      new ClassValue<>() {
        @Override
        protected Map<String, Object> computeValue(Class<?> type) {
          return new HashMap<>();
        }
      };

  private static final List<Object> REGISTRY = new ArrayList<>();

  private static final Cleaner CLEANER = Cleaner.create();

  private final ObjectGraph graph = ObjectGraph.open();
  private final List<Object> field = new ArrayList<>();

  @AfterEach
  void forget() {
    REGISTRY.clear();
    LOCAL.remove();
    OF_CLASS.get(RetainedFootprintTests.class).clear();
  }

  private void assertOnlyTheArrayIsRetained(Object[] value, RetainedFootprint retention) {
    assertThat(retention.retained().objects()).isEqualTo(new Count(1));
    assertThat(retention.retained().size().bytes()).isEqualTo(graph.shallowSizeOf(value));
    assertThat(retention.shared().size().bytes()).isEqualTo(graph.sizeOf(value[0]));
    assertThat(retention.reachable().bytes()).isEqualTo(graph.sizeOf(value));
    assertThat(retention.unread()).isEmpty();
  }

  @Test
  void unsharedObjectsAreRetained() {
    Object[] value = {new int[100], List.of(new Object(), new long[3])};

    RetainedFootprint retention = graph.retained(value);

    assertThat(retention.retained()).isEqualTo(graph.paths(value));
    assertThat(retention.shared().objects()).isEqualTo(new Count(0));
  }

  @Test
  void objectsOfAStaticFieldAreShared() {
    int[] shared = new int[100];
    REGISTRY.add(shared);
    Object[] value = {shared};

    assertOnlyTheArrayIsRetained(value, graph.retained(value));
  }

  @Test
  void objectsOfAThreadAreShared() {
    int[] shared = new int[100];
    LOCAL.set(shared);
    Object[] value = {shared};

    assertOnlyTheArrayIsRetained(value, graph.retained(value));
  }

  @Test
  void objectsAttachedToAClassAreShared() {
    int[] shared = new int[100];
    OF_CLASS.get(RetainedFootprintTests.class).put("shared", shared);
    Object[] value = {shared};

    assertOnlyTheArrayIsRetained(value, graph.retained(value));
  }

  /** Action of a cleaner, with what it releases. */
  private static final class Release implements Runnable {
    private final int[] handles;

    Release(int handles) {
      this.handles = new int[handles];
    }

    @Override
    public void run() {
      Arrays.fill(handles, 0);
    }
  }

  @Test
  void objectsOfItsCleaningActionAreRetained() {
    Object[] value = {new Release(100)};
    CLEANER.register(value, (Runnable) value[0]);

    RetainedFootprint retention = graph.retained(value);

    assertThat(retention.retained()).isEqualTo(graph.paths(value));
    assertThat(retention.shared().objects()).isEqualTo(new Count(0));
  }

  @Test
  void otherActionsOfItsCleanerAreNotReached() {
    CLEANER.register(CLEANER, new Release(100));
    Object[] value = new Object[1];
    value[0] = CLEANER.register(value, new Release(10));

    assertThat(graph.paths(value).rows())
        .filteredOn(row -> row.type().equals("int[]"))
        .singleElement()
        .satisfies(row -> assertThat(row.size().bytes()).isEqualTo(graph.sizeOf(new int[10])));
  }

  @Test
  void objectsOfAnExtraRootAreShared() {
    int[] shared = new int[100];
    field.add(shared);
    Object[] value = {shared};

    assertOnlyTheArrayIsRetained(value, graph.retained(value, this));
    assertThat(graph.retained(value).shared().objects()).isEqualTo(new Count(0));
  }

  @Test
  void valueItselfIsRetainedWhateverRefersToIt() {
    Object[] value = {new int[100]};
    REGISTRY.add(value);
    LOCAL.set(List.of(value, value));
    field.add(value);

    RetainedFootprint retention = graph.retained(value, this);

    assertThat(retention.retained()).isEqualTo(graph.paths(value));
  }

  @Test
  void valueThatRefersToItsHolderIsRetained() {
    List<Object> value = new ArrayList<>();
    field.add(value);
    value.add(this);
    value.add(new int[10]);

    RetainedFootprint retention = graph.retained(value, this);

    assertThat(retention.retained().byClass().rows())
        .extracting(ClassRow::type)
        .containsExactlyInAnyOrder("java.util.ArrayList", "java.lang.Object[]", "int[]");
    assertThat(retention.shared().rows())
        .extracting(ClassRow::type)
        .contains(RetainedFootprintTests.class.getTypeName());
  }

  @Test
  void sharedObjectsHavePaths() {
    REGISTRY.add(new int[100]);
    Object value = Map.of(new Object(), List.of(REGISTRY.get(0), new long[3]));

    RetainedFootprint retention = graph.retained(value);

    assertThat(retention.shared().rows())
        .extracting(ClassRow::type, ClassRow::path)
        .containsExactly(tuple("int[]", "v0.e0"));
    assertThat(retention.retained().rows())
        .extracting(ClassRow::type, ClassRow::path)
        .contains(tuple("long[]", "v0.e1"));
  }

  /**
   * Checks the holders of objects that a value shares with a static field, a thread, a class and an
   * extra root.
   */
  @Test
  void holdersAreNamed() {
    int[] inStatic = new int[100];
    int[] inThread = new int[200];
    int[] onClass = new int[300];
    int[] inRoot = new int[400];
    REGISTRY.add(new Object[] {inStatic});
    LOCAL.set(Map.of("key", inThread));
    OF_CLASS.get(RetainedFootprintTests.class).put("shared", onClass);
    field.add(inRoot);
    Object[] value = {inStatic, inThread, onClass, inRoot, new int[500]};

    RetainedFootprint retention = graph.retained(value, this);

    assertThat(retention.holders())
        .extracting(Holder::description, holder -> holder.size().bytes())
        .containsExactly(
            tuple("extra root dev.tare.heap.RetainedFootprintTests", graph.sizeOf(inRoot)),
            tuple("class dev.tare.heap.RetainedFootprintTests", graph.sizeOf(onClass)),
            tuple("thread \"" + Thread.currentThread().getName() + '"', graph.sizeOf(inThread)),
            tuple(
                "static field dev.tare.heap.RetainedFootprintTests.REGISTRY",
                graph.sizeOf(inStatic)));
    assertThat(retention.holders())
        .allSatisfy(
            holder -> {
              assertThat(holder.objects()).isEqualTo(new Count(1));
              assertThat(holder.references()).isEqualTo(new Count(1));
            });
  }

  @Test
  void objectOfSeveralHoldersCountsForTheFirst() {
    Object[] shared = {new int[100], new String(new char[] {'n', 'e', 'w'})};
    REGISTRY.add(shared);
    REGISTRY.add(shared[0]);
    LOCAL.set(shared);
    field.add(shared);
    Object[] value = {shared};
    field.add(value);

    RetainedFootprint retention = graph.retained(value, this);

    assertThat(retention.holders())
        .extracting(
            Holder::description, holder -> holder.objects().items(), h -> h.references().items())
        .containsExactly(
            tuple("extra root dev.tare.heap.RetainedFootprintTests", 4L, 1L),
            tuple("static field dev.tare.heap.RetainedFootprintTests.REGISTRY", 0L, 2L),
            tuple("thread \"" + Thread.currentThread().getName() + '"', 0L, 1L));
    assertThat(retention.shared().objects()).isEqualTo(new Count(4));
  }

  /** Values that are heap roots themselves: a thread and a class loader. */
  @Test
  void threadAndClassLoaderCanBeTheValue() {
    int[] own = new int[100];
    LOCAL.set(own);
    ClassLoader loader = RetainedFootprintTests.class.getClassLoader();
    Thread thread = Thread.currentThread();

    assertThat(graph.withSnapshot(thread, HeapSnapshot::retainedProfile).size())
        .isEqualTo(graph.retained(thread).retained().size().bytes());
    assertThat(graph.retained(thread).retained().rows())
        .anySatisfy(
            row -> {
              assertThat(row.path()).startsWith("threadLocals.table[*].value");
              assertThat(row.size().bytes()).isGreaterThanOrEqualTo(graph.sizeOf(own));
            });
    assertThat(graph.retained(loader).retained().size().bytes())
        .isGreaterThan(10 * graph.shallowSizeOf(loader));
  }

  @Test
  void snapshotComputesSeveralFigures() {
    int[] shared = new int[100];
    REGISTRY.add(shared);
    Object[] value = {shared, "own".repeat(3), new long[3]};
    ObjectLayout compact = ObjectLayout.current().withCompactHeaders();

    List<Object> figures =
        graph.withSnapshot(
            value,
            marking ->
                List.of(
                    marking.retainedProfile(),
                    marking.retention(),
                    marking.retainedUnder(compact),
                    marking.retainedProfile().size()));

    RetainedFootprint retention = graph.retained(value);
    assertThat(((ProfileNode) figures.get(0)).size())
        .isEqualTo(retention.retained().size().bytes())
        .isEqualTo(figures.get(3));
    assertThat(figures.get(1)).isEqualTo(retention);
    assertThat(figures.get(2))
        .isEqualTo(graph.withLayout(compact).retained(value).retained().size());
  }

  @Test
  void snapshotIsInvalidAfterwards() {
    HeapSnapshot over = graph.withSnapshot(new Object(), marking -> marking);

    assertThatThrownBy(over::retention)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a snapshot is valid only within the function passed to withSnapshot()");
  }

  @Test
  void holdersAddUpToTheSharedObjects() {
    Object value = List.of(Thread.currentThread(), Map.of(this, REGISTRY), Locale.getDefault());

    RetainedFootprint retention = graph.retained(value, this);

    assertThat(retention.holders().stream().mapToLong(holder -> holder.size().bytes()).sum())
        .isEqualTo(retention.shared().size().bytes())
        .isPositive();
    assertThat(retention.holders().stream().mapToLong(holder -> holder.objects().items()).sum())
        .isEqualTo(retention.shared().objects().items());
    assertThat(graph.retained(new int[3]).holders()).isEmpty();
  }

  /**
   * Compares with the JVM's histogram of live objects before and after a value is dropped, in a JVM
   * of its own.
   */
  @Test
  void retainedSizeAgreesWithTheHistogramOfLiveObjects() {
    ChildJvm child = ChildJvm.run(List.of("-XX:+EnableDynamicAgentLoading"), HistogramProbe.class);

    assertThat(child.err()).isEmpty();
    for (Holders holder : Holders.values()) {
      long retained = figure(child, holder + " retained ");
      assertThat(retained).as(child.out()).isGreaterThan(500_000);
      // JVM threads allocate a little during the walk
      assertThat(figure(child, holder + " freed "))
          .as(child.out())
          .isCloseTo(retained, within(256L));
    }
    assertThat(figure(child, "INDEX reachable "))
        .isGreaterThan(figure(child, "INDEX retained ") + 1_000_000);
  }

  private static long figure(ChildJvm child, String label) {
    return child
        .out()
        .lines()
        .filter(line -> line.startsWith(label))
        .mapToLong(line -> Long.parseLong(line.substring(label.length())))
        .findFirst()
        .orElseThrow();
  }
}
