package dev.tare.internal.survival;

import static java.util.Comparator.comparing;
import static java.util.Comparator.reverseOrder;

import dev.tare.body.TestBody;
import dev.tare.heap.RootPath;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.InstanceWalk;
import dev.tare.internal.heap.walk.PathSearch;
import dev.tare.internal.heap.walk.PathSearch.Stage;
import dev.tare.internal.heap.walk.PathSearch.TargetPath;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Objects that a round of calls leaves behind, with their holders: the objects of the grown classes
 * that roots reach after the round and did not reach before it.
 *
 * @param groups the objects by class, line and path. First those that the calls are known to have
 *     created, then those that are held strongly, and then those with the most bytes
 * @param path the path to one of them, with what a second walk found; null if there is none
 * @param unrecorded why the lines that created the objects are not known; null if they were
 *     recorded
 * @param createdByCalls the classes of the live objects that the calls are known to have created
 */
public record HeldSurvivors(
    List<Group> groups,
    @Nullable RootPath path,
    @Nullable String unrecorded,
    Set<String> createdByCalls) {

  /** Number of collections after the round: an object that a finalizer can reach needs two. */
  private static final int COLLECTIONS = 2;

  /** Begins the location of objects that the JVM may have created for itself. */
  private static final String JVM_OBJECTS = "created by the JVM, held by ";

  /** Maximum number of objects of each class whose paths are searched. */
  private static final int MAX_PER_CLASS = 500;

  /**
   * Objects of one class that one line created and that paths of the same fields lead to.
   *
   * @param line the line of the application that created them or called the library that did; empty
   *     if unknown
   * @param path the text of the path, see {@link CommonPath}
   * @param softly whether only soft references hold them
   */
  public record Group(String type, String line, String path, boolean softly, ClassTotal total) {}

  /** Copies the collections. */
  public HeldSurvivors {
    groups = List.copyOf(groups);
    createdByCalls = Set.copyOf(createdByCalls);
  }

  /**
   * Returns whether the JVM may have created all objects of a class that are left: the calls are
   * not known to have created one, and none is held by anything else than the JVM.
   */
  public boolean mayBeOfTheJvm(String type) {
    return unrecorded == null
        && !createdByCalls.contains(type)
        && groups.stream()
            .filter(group -> group.type.equals(type))
            .allMatch(group -> group.path.startsWith(JVM_OBJECTS));
  }

  /**
   * Returns the line that created the objects of a group, and their path. If the path begins at the
   * root of {@link #path()}, the root is left out.
   */
  public String location(Group group) {
    String held = group.softly ? "softly held" : "held";
    if (group.line.isEmpty()) {
      return group.softly ? held + " by " + group.path : group.path;
    }
    String root = path == null ? "" : CommonPath.root(path);
    if (group.path.equals(root)) {
      return group.line + (group.softly ? ", softly" : "");
    }
    return group.path.startsWith(root + " ")
        ? group.line + ", " + held + " at " + group.path.substring(root.length() + 1)
        : group.line + ", " + held + " by " + group.path;
  }

  /**
   * Calls the body in one more round, records which objects it creates, and searches the heap.
   *
   * @param types the names of the grown classes
   * @param testInstances the test instances, the outermost first; their classes belong to the
   *     application
   * @param arguments the arguments of the test, which JUnit holds as it holds the instances
   * @throws UnweighableException if this JVM does not allow an agent to be loaded
   * @throws Throwable what the body threw, unchanged
   */
  public static HeldSurvivors of(
      TestBody body, int calls, Set<String> types, List<Object> testInstances, List<?> arguments)
      throws Throwable {
    HeapAccess.require();
    List<Object> testObjects = new ArrayList<>(testInstances);
    testObjects.addAll(arguments);
    List<Object> known = new ArrayList<>();
    Round round =
        new Round(body, calls, () -> known.addAll(instances(types, testObjects, List.of())));
    // the first call links lambdas again, which weaving has discarded
    RecordedCreations recorded =
        RecordedCreations.of(() -> round.call(1), round::run, types, testInstances);
    if (recorded.obstacle() != null) {
      round.run();
    }
    for (int i = 0; i < COLLECTIONS; i++) {
      FullCollection.run();
    }
    List<Object> left = instances(types, testObjects, known);
    return held(left, testObjects, recorded, calls);
  }

  /**
   * Round of calls of the body.
   *
   * @param preparation runs before the calls
   */
  private record Round(TestBody body, int calls, Runnable preparation) {

    void run() throws Throwable {
      preparation.run();
      call(calls);
    }

    void call(int times) throws Throwable {
      for (int i = 0; i < times; i++) {
        body.run();
      }
      body.forget();
    }
  }

  /** Returns the live objects of some classes, without those in {@code known}. */
  private static List<Object> instances(
      Set<String> types, List<?> testObjects, List<Object> known) {
    Set<Class<?>> classes =
        Arrays.stream(ObjectMemory.loadedClasses())
            .filter(type -> types.contains(ClassTotal.name(type.getName())))
            .collect(Collectors.toSet());
    // objects that soft references hold are live too
    ClassShapes shapes = shapes(Set.of(SoftReference.class));
    return InstanceWalk.find(shapes, HeapRoots.list(List.of()), testObjects, classes, known);
  }

  private static ClassShapes shapes(Set<Class<?>> referents) {
    return new ClassShapes(ReferencePolicy.keeping(referents), ObjectSizes.running());
  }

  private static HeldSurvivors held(
      List<Object> left, List<?> testObjects, RecordedCreations recorded, int calls) {
    ClassShapes strong = shapes(Set.of());
    PathSearch search = new PathSearch(strong, HeapRoots.list(List.of()), testObjects);
    List<Object> searched = limitedPerClass(left);
    List<Optional<TargetPath>> reached = search.search(searched, Stage.SOFT);
    IdentityHashMap<Object, String> lines = recorded.lines();
    List<Map.Entry<GroupKey, GroupObjects>> groups =
        groups(searched, reached, lines, strong, calls);
    RootPath path =
        mostSignificant(groups, reached)
            .map(i -> search.proved(reached.get(i).orElseThrow(), searched.get(i)))
            .orElse(null);
    return new HeldSurvivors(
        groups.stream()
            .map(group -> group.getKey().group(group.getValue().total, isOfTheJvm(group, calls)))
            .toList(),
        path,
        recorded.obstacle(),
        lines.keySet().stream()
            .map(created -> ClassTotal.name(created.getClass().getName()))
            .collect(Collectors.toSet()));
  }

  /** Returns the groups of the objects that were reached, in the order of {@link #groups()}. */
  private static List<Map.Entry<GroupKey, GroupObjects>> groups(
      List<Object> objects,
      List<Optional<TargetPath>> reached,
      IdentityHashMap<Object, String> lines,
      ClassShapes shapes,
      int calls) {
    Map<GroupKey, GroupObjects> groups = new LinkedHashMap<>();
    for (int i = 0; i < objects.size(); i++) {
      Object object = objects.get(i);
      if (reached.get(i).isPresent()) {
        GroupKey key =
            new GroupKey(
                ClassTotal.name(object.getClass().getName()),
                lines.getOrDefault(object, ""),
                CommonPath.of(reached.get(i).get().path()),
                reached.get(i).get().stage() == Stage.SOFT,
                isHeldByTheJdk(reached.get(i).get().path()),
                !JdkModules.isOfTheJdk(object.getClass()));
        ClassTotal total = new ClassTotal(1, shapes.of(object).sizeOf(object));
        groups.merge(key, new GroupObjects(i, total), GroupObjects::plus);
      }
    }
    List<Map.Entry<GroupKey, GroupObjects>> sorted = new ArrayList<>(groups.entrySet());
    sorted.sort(
        comparing((Map.Entry<GroupKey, GroupObjects> group) -> group.getKey().line.isEmpty())
            .thenComparing(group -> isOfTheJvm(group, calls))
            // objects in caches of the JDK may have the same classes
            .thenComparing(group -> group.getKey().softly())
            .thenComparing(group -> group.getValue().total.bytes(), reverseOrder()));
    return sorted;
  }

  /**
   * Returns whether the JVM may have created the objects for itself, such as the name of a form of
   * a method handle: no line of the application is known, only the JDK holds them, and not the same
   * number for each call.
   */
  private static boolean isOfTheJvm(Map.Entry<GroupKey, GroupObjects> group, int calls) {
    return group.getKey().line.isEmpty()
        && !group.getKey().softly
        && group.getKey().heldByTheJdk
        && group.getValue().total.objects() % calls != 0;
  }

  /** Returns whether a path begins at the JDK and leads only through objects of the JDK. */
  private static boolean isHeldByTheJdk(RootPath path) {
    String root = path.root();
    return switch (path.kind()) {
          case STATIC_FIELD -> JdkModules.isOfTheJdk(root.substring(0, root.lastIndexOf('.')));
          case CLASS, CLASS_LOADER -> JdkModules.isOfTheJdk(root);
          case EXTRA_ROOT, THREAD, CONSTANT -> false;
        }
        && path.steps().stream()
            .map(step -> step.type().replace("[]", ""))
            .allMatch(type -> !type.contains(".") || JdkModules.isOfTheJdk(type));
  }

  /** Returns the index of an object whose path says most about the calls; empty without groups. */
  private static Optional<Integer> mostSignificant(
      List<Map.Entry<GroupKey, GroupObjects>> groups, List<Optional<TargetPath>> reached) {
    return groups.stream()
        .min(
            comparing(
                    (Map.Entry<GroupKey, GroupObjects> group) -> group.getKey().significance(),
                    reverseOrder())
                // an object that holds the others has the shorter path
                .thenComparing(group -> length(reached.get(group.getValue().first))))
        .map(group -> group.getValue().first);
  }

  private static int length(Optional<TargetPath> reached) {
    return reached.orElseThrow().path().steps().size();
  }

  /** Properties that the objects of a group have in common. */
  private record GroupKey(
      String type,
      String line,
      String path,
      boolean softly,
      boolean heldByTheJdk,
      boolean ofTheApplication) {

    /** Returns a number that is higher the more the path to these objects says about the calls. */
    int significance() {
      return (softly ? 0 : 4) + (line.isEmpty() ? 0 : 2) + (ofTheApplication ? 1 : 0);
    }

    Group group(ClassTotal total, boolean ofTheJvm) {
      return new Group(type, line, ofTheJvm ? JVM_OBJECTS + path : path, softly, total);
    }
  }

  /**
   * Objects of a group.
   *
   * @param first the index of the first object
   */
  private record GroupObjects(int first, ClassTotal total) {

    GroupObjects plus(GroupObjects other) {
      return new GroupObjects(first, total.plus(other.total));
    }
  }

  private static List<Object> limitedPerClass(List<Object> left) {
    Map<Class<?>, Integer> counts = new HashMap<>();
    return left.stream()
        .filter(object -> counts.merge(object.getClass(), 1, Integer::sum) <= MAX_PER_CLASS)
        .toList();
  }
}
