package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tare.SampledMatrix;
import dev.tare.heap.RootPath.Step;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.PathSearch;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.workloads.LeakShape;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtField;
import javassist.CtNewConstructor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("unused") // fields that only the walk reads
@Isolated("objects are planted in static fields")
@WeavesOrWalks
class RootPathTests {

  private static @Nullable Object held;
  private static @Nullable Object alsoHeld;

  private final ObjectGraph graph = ObjectGraph.open();
  private @Nullable Object field;

  @AfterEach
  void release() {
    held = null;
    alsoHeld = null;
  }

  private RootPath pathTo(Object object) {
    return graph.pathTo(object).orElseThrow();
  }

  static Stream<LeakShape> shapes() {
    return SampledMatrix.of("RootPathTests.shapes", 6, List.of(LeakShape.values()));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void leakIsFoundAtItsReferenceUntilItIsReleased(LeakShape shape) {
    Object leaked = shape.plant();
    try {
      RootPath path = pathTo(leaked);

      List<Step> steps = path.steps();
      assertThat(path.description()).matches(shape.path());
      assertThat(steps.isEmpty() ? path.type() : steps.get(steps.size() - 1).type())
          .isEqualTo(leaked.getClass().getTypeName());
      assertThat(path.onlyReference().orElse("")).matches(shape.reference().orElse(""));
    } finally {
      shape.clear();
    }
    // a class loader is a root until it is unloaded
    if (!shape.name().contains("CLASS_LOADER")) {
      assertThat(graph.pathTo(leaked)).isEmpty();
    }
  }

  @Test
  void eachReferenceHasItsNameAndTheClassItLeadsTo() {
    Object target = new Object();
    held = new Object[] {List.of(target), null};

    RootPath path = pathTo(target);

    assertThat(path.kind()).isEqualTo(RootPath.RootKind.STATIC_FIELD);
    assertThat(path.root()).isEqualTo("dev.tare.heap.RootPathTests.held");
    assertThat(path.type()).isEqualTo("java.lang.Object[]");
    assertThat(path.steps())
        .containsExactly(
            new Step("[0]", "java.util.ImmutableCollections$List12"),
            new Step(".e0", "java.lang.Object"));
    assertThat(path.description())
        .isEqualTo("static field dev.tare.heap.RootPathTests.held [0].e0");
  }

  /** Distances by brute force over reflection are the oracle. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void pathIsAsShortAsBruteForceFinds(long seed) {
    Random random = new Random(seed);
    List<@Nullable Object[]> nodes = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      nodes.add(new Object[4]);
    }
    for (@Nullable Object[] node : nodes) {
      for (int i = 0; i < node.length; i++) {
        node[i] = random.nextInt(3) == 0 ? null : nodes.get(random.nextInt(nodes.size()));
      }
    }
    @Nullable Object[] root = nodes.get(0);
    held = root;
    ReferenceGraph oracle = new ReferenceGraph(new Oracle(), root);

    List<Optional<PathSearch.TargetPath>> paths =
        new PathSearch(
                new ClassShapes(ReferencePolicy.keeping(Set.of()), ObjectSizes.running()),
                HeapRoots.list(List.of()),
                List.of())
            .search(nodes, PathSearch.Stage.STRONG);

    for (int i = 0; i < nodes.size(); i++) {
      Integer number = oracle.numbers.get(nodes.get(i));
      assertThat(paths.get(i).isPresent()).as("seed %d", seed).isEqualTo(number != null);
      if (number != null) {
        List<Step> steps = paths.get(i).get().path().steps();
        assertThat(steps).as("seed %d", seed).hasSize(oracle.distances[number]);
        assertThat(follow(root, steps)).isSameAs(nodes.get(i));
      }
    }
  }

  private static @Nullable Object follow(Object root, List<Step> steps) {
    Object at = root;
    for (Step step : steps) {
      String index = step.reference().substring(1, step.reference().length() - 1);
      at = ((Object[]) at)[Integer.parseInt(index)];
    }
    return at;
  }

  @Test
  void secondReferenceIsNamedWithTheFirst() {
    Object target = new Object();
    held = target;
    alsoHeld = List.of(target);

    RootPath path = pathTo(target);

    assertThat(path.onlyReference()).isEmpty();
    assertThat(path.cut())
        .isEqualTo(
            new RootPath.Cut(
                "dev.tare.heap.RootPathTests.held",
                "static field dev.tare.heap.RootPathTests.alsoHeld .e0"));
  }

  @Test
  void referenceThatCanBeRemovedIsNamedBeforeACapturedArgument() {
    Object target = new Object();
    held = (Supplier<Object>) () -> target;

    assertThat(pathTo(target).onlyReference()).hasValue("dev.tare.heap.RootPathTests.held");
  }

  @Test
  void valueOfACollectedThreadLocalIsNamed() {
    Object target = new Object();
    WeakReference<ThreadLocal<Object>> local = setInAThreadLocal(target);
    for (int i = 0; i < 10 && !local.refersTo(null); i++) {
      System.gc();
    }

    assertThat(local.refersTo(null)).isTrue();
    assertThat(pathTo(target).onlyReference())
        .hasValue("thread local whose ThreadLocal object was collected");
  }

  /** Creates the thread local in a frame of its own, which holds it no longer. */
  @SuppressWarnings("ThreadLocalUsage") // a static field would hold it
  private static WeakReference<ThreadLocal<Object>> setInAThreadLocal(Object value) {
    ThreadLocal<Object> local = new ThreadLocal<>();
    local.set(value);
    return new WeakReference<>(local);
  }

  @Test
  void threadWithoutANameHasItsNumber() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    Thread thread = new UnnamedThread(end);
    thread.start();

    RootPath path = pathTo(end);

    end.countDown();
    thread.join();
    assertThat(path.description()).isEqualTo("thread #%d .end", thread.getId());
  }

  private static final class UnnamedThread extends Thread {
    private final CountDownLatch end;

    UnnamedThread(CountDownLatch end) {
      super("");
      this.end = end;
    }

    @Override
    public void run() {
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void objectOnTheStackHasNoPath() {
    Object local = new Object();

    assertThat(graph.pathTo(local)).isEmpty();
  }

  @Test
  void extraRootIsARoot() {
    Object target = new Object();
    field = target;

    RootPath path = graph.pathTo(target, this).orElseThrow();

    assertThat(field).isNotNull();
    assertThat(path.description()).isEqualTo("extra root dev.tare.heap.RootPathTests .field");
    assertThat(path.onlyReference()).hasValue("dev.tare.heap.RootPathTests.field");
  }

  @Test
  void liveThreadIsItsOwnRoot() {
    assertThat(pathTo(Thread.currentThread()).kind()).isEqualTo(RootPath.RootKind.THREAD);
    assertThat(pathTo(Thread.currentThread()).steps()).isEmpty();
  }

  @Nested
  class WeakerReferences {

    @Test
    void weakReferenceHoldsNothing() {
      Object target = new Object();
      held = new WeakReference<>(target);

      assertThat(graph.pathTo(target)).isEmpty();
    }

    @Test
    void softReferenceHoldsOnRequest() {
      Object target = new Object();
      held = new SoftReference<>(target);

      assertThat(graph.pathTo(target)).isEmpty();
      assertThat(graph.withReferentsOf(SoftReference.class).pathTo(target))
          .hasValueSatisfying(
              path ->
                  assertThat(path.description())
                      .isEqualTo("static field dev.tare.heap.RootPathTests.held .referent"));
    }
  }

  @Nested
  class ClassLoaders {

    private static final class Once extends ClassLoader {
      Once() {
        super(RootPathTests.class.getClassLoader());
      }

      Class<?> define() throws Exception {
        CtClass type = new ClassPool(true).makeClass("generated.Plugin");
        type.addField(CtField.make("public static Object state;", type));
        type.addConstructor(CtNewConstructor.defaultConstructor(type));
        byte[] code = type.toBytecode();
        return defineClass(type.getName(), code, 0, code.length);
      }
    }

    private final Once loader = new Once();

    @Test
    void loaderIsHeldByAnObjectOfItsClasses() throws Exception {
      Class<?> plugin = loader.define();
      held = plugin.getConstructor().newInstance();

      assertThat(pathTo(loader).description())
          .isEqualTo("static field dev.tare.heap.RootPathTests.held .getClass().classLoader");
      assertThat(pathTo(loader).onlyReference()).hasValue("dev.tare.heap.RootPathTests.held");
    }

    @Test
    void loaderIsHeldByAThread() throws Exception {
      Class<?> plugin = loader.define();
      plugin.getField("state").set(null, "state"); // initializes the class
      Thread current = Thread.currentThread();
      ClassLoader before = current.getContextClassLoader();
      current.setContextClassLoader(loader);
      try {
        assertThat(pathTo(loader).description())
            .isEqualTo("thread \"" + current.getName() + "\" .contextClassLoader");
      } finally {
        current.setContextClassLoader(before);
      }
    }

    @Test
    void classesOfALoaderDoNotHoldIt() throws Exception {
      Class<?> plugin = loader.define();
      plugin.getField("state").set(null, plugin.getConstructor().newInstance());

      assertThat(graph.pathTo(loader)).isEmpty();
      assertThat(graph.pathTo(plugin)).isEmpty();
    }

    @Test
    void staticFieldOfALoadersClassIsHeldByTheHolderOfTheLoader() throws Exception {
      Class<?> plugin = loader.define();
      Object target = new Object();
      plugin.getField("state").set(null, target);
      held = loader;

      assertThat(pathTo(target).description())
          .matches("static field dev.tare.heap.RootPathTests.held .classes.elementData\\[0].state");
      assertThat(pathTo(target).onlyReference()).hasValue("generated.Plugin.state");
    }

    @Test
    void staticFieldOfALoaderThatOnlyTheStackHoldsIsARoot() throws Exception {
      Class<?> plugin = loader.define();
      Object target = new Object();
      plugin.getField("state").set(null, target);

      assertThat(pathTo(target).description()).isEqualTo("static field generated.Plugin.state");
    }
  }

  @Test
  void differenceOfFootprintsIsByClass() {
    List<Object> list = new ArrayList<>(List.of("unchanged", new int[10], 1_000_000));
    Footprint before = graph.footprint(list);
    list.remove(2);
    list.add(new long[100]);
    list.add(new long[100]);

    List<Footprint.Change> changes = ObjectGraph.difference(before, graph.footprint(list));

    assertThat(changes)
        .extracting(Footprint.Change::type, Footprint.Change::objects, Footprint.Change::bytes)
        .containsExactly(
            tuple("long[]", 2L, 2 * graph.shallowSizeOf(new long[100])),
            tuple("java.lang.Integer", -1L, -graph.shallowSizeOf(1_000_000)));
    assertThat(changes).extracting(change -> change.after().bytes()).contains(0L);
  }

  static Stream<String> collectors() {
    return SampledMatrix.of(
        "RootPathTests.collectors",
        1,
        List.of("-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseZGC"));
  }

  /** Collectors move objects during the search, and some while the program runs. */
  @ParameterizedTest
  @MethodSource("collectors")
  void pathIsTheSameUnderEveryCollector(String collector) {
    ChildJvm jvm =
        ChildJvm.run(List.of("-XX:+EnableDynamicAgentLoading", collector), RootPathProbe.class);

    assertThat(jvm.out())
        .as(jvm.err())
        .isEqualTo("static field dev.tare.heap.RootPathProbe.HELD .table[1].value.next.next");
  }
}
