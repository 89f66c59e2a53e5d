package dev.tare.internal.heap.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.heap.RootPath;
import dev.tare.internal.call.CopyingLoader;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.walk.PathSearch.Stage;
import dev.tare.internal.heap.walk.PathSearch.TargetPath;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.workloads.JunitHolders;
import java.lang.ref.SoftReference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@SuppressWarnings("unused") // fields that only the walk reads
@Isolated("objects are planted in static fields")
@WeavesOrWalks
class PathSearchTests {

  private static @Nullable Object held;
  private static @Nullable Object alsoHeld;

  private final Object[] ofTheTest = new Object[1];

  @AfterEach
  void release() {
    held = null;
    alsoHeld = null;
  }

  private PathSearch search() {
    HeapAccess.require();
    return new PathSearch(
        new ClassShapes(ReferencePolicy.keeping(Set.of()), ObjectSizes.running()),
        HeapRoots.list(List.of()),
        List.of(this, ofTheTest));
  }

  private static Stage stage(Optional<TargetPath> reached) {
    return reached.orElseThrow().stage();
  }

  private static String path(Optional<TargetPath> reached) {
    return reached.orElseThrow().path().description();
  }

  @Test
  void stageDependsOnWhatHoldsTheObject() {
    Object strong = new Object();
    Object byTheTest = new Object();
    Object soft = new Object();
    Object unseen = new Object();
    held = List.of(strong);
    ofTheTest[0] = byTheTest;
    alsoHeld = new SoftReference<>(List.of(new SoftReference<>(soft)));

    List<Optional<TargetPath>> reached =
        search().search(List.of(strong, byTheTest, soft, unseen), Stage.SOFT);

    assertThat(stage(reached.get(0))).isEqualTo(Stage.STRONG);
    assertThat(stage(reached.get(1))).isEqualTo(Stage.HELD_BACK);
    assertThat(path(reached.get(1))).isEqualTo("extra root java.lang.Object[] [0]");
    assertThat(stage(reached.get(2))).isEqualTo(Stage.SOFT);
    assertThat(path(reached.get(2)))
        .isEqualTo(
            "static field dev.tare.internal.heap.walk.PathSearchTests.alsoHeld"
                + " .referent.e0.referent");
    assertThat(reached.get(3)).isEmpty();
  }

  @Test
  void pathHasTheIndexOfAnElementBehindManyNulls() {
    Object target = new Object();
    Object last = new Object();
    Object[] elements = new Object[100_001];
    elements[10_003] = new Object();
    elements[54_321] = List.of(target);
    elements[100_000] = last;
    held = elements;

    List<Optional<TargetPath>> reached = search().search(List.of(target, last), Stage.STRONG);

    String array = "static field dev.tare.internal.heap.walk.PathSearchTests.held ";
    assertThat(path(reached.get(0))).isEqualTo(array + "[54321].e0");
    assertThat(path(reached.get(1))).isEqualTo(array + "[100000]");
  }

  @Test
  void objectInAStoreOfJUnitIsHeldByTheTest() {
    Object target = new Object();
    held = JunitHolders.store(target);

    assertThat(stage(search().search(List.of(target), Stage.SOFT).get(0)))
        .isEqualTo(Stage.HELD_BACK);
  }

  @Test
  void threadOfJUnitHoldsAsAnyThreadDoes() throws Exception {
    Object target = new Object();
    held = JunitHolders.worker(target);

    assertThat(stage(search().search(List.of(target), Stage.SOFT).get(0))).isEqualTo(Stage.STRONG);
  }

  @Test
  void proofDoesNotBeginWithLoaderThatOnlyTheOmittedReferenceHolds() throws Exception {
    Object plugin = new CopyingLoader(Plugin.class).instance(Plugin.class);
    Object target = new Object[] {plugin};
    setContent(plugin, target);
    held = target;

    assertThat(proved(target).cut())
        .isEqualTo(new RootPath.Cut("dev.tare.internal.heap.walk.PathSearchTests.held", null));
  }

  @Test
  void proofFindsTheTestThatHoldsTheObjectToo() {
    Object target = new Object();
    held = target;
    ofTheTest[0] = target;

    assertThat(proved(target).cut())
        .isEqualTo(
            new RootPath.Cut(
                "dev.tare.internal.heap.walk.PathSearchTests.held",
                "extra root java.lang.Object[] [0]"));
  }

  @Test
  void loaderThatOnlySoftReferencesHoldIsFoundInItsStage() throws Exception {
    Object plugin = new CopyingLoader(Plugin.class).instance(Plugin.class);
    Object target = new Object();
    setContent(plugin, target);
    alsoHeld = new SoftReference<>(plugin);

    assertThat(stage(search().search(List.of(target), Stage.SOFT).get(0))).isEqualTo(Stage.LOADERS);
  }

  /** JDKs before 22 create a loader for a method that reflection calls often. */
  @Test
  void loaderThatTheJdkCreatesForReflectionIsNoRoot() throws Exception {
    Object plugin = new CopyingLoader(Plugin.class).instance(Plugin.class);
    Method method = plugin.getClass().getDeclaredMethod("call");
    method.setAccessible(true);
    for (int i = 0; i < 20; i++) {
      method.invoke(null);
    }
    method = null;
    held = plugin;

    assertThat(proved(plugin.getClass().getClassLoader()).cut())
        .isEqualTo(new RootPath.Cut("dev.tare.internal.heap.walk.PathSearchTests.held", null));
  }

  /** Class that each {@code CopyingLoader} defines anew. */
  static final class Plugin {
    static @Nullable Object content;

    static void call() {}
  }

  private static void setContent(Object plugin, Object content)
      throws ReflectiveOperationException {
    Field field = plugin.getClass().getDeclaredField("content");
    field.setAccessible(true);
    field.set(null, content);
  }

  @Test
  void searchEndsWithTheRequestedStage() {
    Object soft = new Object();
    held = new SoftReference<>(soft);

    assertThat(search().search(List.of(soft), Stage.HELD_BACK)).containsExactly(Optional.empty());
  }

  @Test
  void objectThatIsHeldBackItselfIsFoundInThatStage() {
    held = this;

    assertThat(stage(search().search(List.of(this), Stage.SOFT).get(0))).isEqualTo(Stage.HELD_BACK);
  }

  @Test
  void softlyHeldObjectIsProvedThroughSoftReferences() {
    Object soft = new Object();
    held = new SoftReference<>(soft);
    alsoHeld = new SoftReference<>(soft);
    PathSearch search = search();

    RootPath path = search.proved(search.search(List.of(soft), Stage.SOFT).get(0).get(), soft);

    assertThat(path.cut())
        .isEqualTo(
            new RootPath.Cut(
                "dev.tare.internal.heap.walk.PathSearchTests.held",
                "static field dev.tare.internal.heap.walk.PathSearchTests.alsoHeld .referent"));
  }

  private RootPath proved(Object target) {
    PathSearch search = search();
    return search.proved(search.search(List.of(target), Stage.STRONG).get(0).get(), target);
  }
}
