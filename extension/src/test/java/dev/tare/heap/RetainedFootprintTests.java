package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.tare.heap.Footprint.ClassRow;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
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

  private static final String NAME = "a name of RetainedFootprintTests";
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

  /** The JDK's list of such cleaners begins with the newest one. */
  @Test
  void cleanerOfADirectBufferIsRetainedIfNoneIsNewerToo() {
    Object older = ByteBuffer.allocateDirect(10);
    Object newest = ByteBuffer.allocateDirect(10);

    assertThat(graph.retained(newest).retained().size())
        .isEqualTo(graph.retained(older).retained().size());
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

  /** Checks the holders of objects that a value shares with a static field, a thread and a root. */
  @Test
  void holdersAreNamedTheOneOfTheLargestPartFirst() {
    int[] inStatic = new int[100];
    long[] inThread = new long[200];
    char[] inRoot = new char[4_000];
    REGISTRY.add(new Object[] {inStatic});
    LOCAL.set(inThread);
    field.add(inRoot);
    Object[] value = {inStatic, inThread, inRoot, new int[500]};

    assertThat(graph.otherHolders(value, this))
        .extracting(path -> path.kind().noun() + " " + path.root())
        .containsExactly(
            "extra root dev.tare.heap.RetainedFootprintTests",
            "thread \"" + Thread.currentThread().getName() + '"',
            "static field dev.tare.heap.RetainedFootprintTests.REGISTRY");
  }

  @Test
  void holderHasTheShortestChainToASharedObject() {
    Object[] shared = {new int[100], new String(new char[] {'n', 'e', 'w'})};
    REGISTRY.add(shared);
    REGISTRY.add(shared[0]);
    LOCAL.set(shared);
    field.add(shared);
    Object[] value = {shared};
    field.add(value);

    assertThat(graph.otherHolders(value, this))
        .extracting(RootPath::description)
        .containsExactly(
            "static field dev.tare.heap.RetainedFootprintTests.REGISTRY .elementData[1]");
    assertThat(graph.retained(value, this).shared().objects()).isEqualTo(new Count(4));
  }

  /** Values that are heap roots themselves: a thread and a class loader. */
  @Test
  void threadAndClassLoaderCanBeTheValue() {
    int[] own = new int[100];
    LOCAL.set(own);
    ClassLoader loader = RetainedFootprintTests.class.getClassLoader();
    Thread thread = Thread.currentThread();

    assertThat(graph.retainedProfile(thread).size())
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
  void profileAndSizeAreThoseOfTheRetainedObjects() {
    int[] shared = new int[100];
    REGISTRY.add(shared);
    Object[] value = {shared, "own".repeat(3), new long[3]};
    ObjectLayout compact = ObjectLayout.current().withCompactHeaders();

    DataSize retained = graph.retained(value).retained().size();

    assertThat(graph.retainedProfile(value).size()).isEqualTo(retained.bytes());
    assertThat(graph.retainedSize(value)).isEqualTo(retained);
    assertThat(graph.withLayout(compact).retainedSize(value))
        .isEqualTo(graph.withLayout(compact).retained(value).retained().size());
  }

  /** Color with an object of its own. */
  @SuppressWarnings("ImmutableEnumChecker") // a mutable object
  private enum Color {
    RED;

    private final int[] rgb = {255, 0, 0};
  }

  @Test
  void constantsAreNoHolders() {
    Object[] value = {Color.RED.rgb, NAME, 5, Locale.ROOT, List.of()};

    assertThat(graph.retained(value).shared().rows())
        .extracting(ClassRow::type)
        .contains("int[]", "java.lang.String", "java.lang.Integer", "java.util.Locale");
    assertThat(graph.otherHolders(value)).isEmpty();
  }

  @Test
  void valueThatSharesNothingHasNoHolders() {
    assertThat(graph.otherHolders(new int[3])).isEmpty();
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
