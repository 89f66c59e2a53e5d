package dev.tare.internal.survival;

import static java.util.Comparator.comparing;
import static java.util.Comparator.reverseOrder;

import dev.tare.body.TestBody;
import dev.tare.heap.RootPath;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.record.CreationRecording;
import dev.tare.internal.agent.record.WeavingLock.WeavingTurn;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.PathSearch;
import dev.tare.internal.heap.walk.PathSearch.Stage;
import dev.tare.internal.heap.walk.PathSearch.TargetPath;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
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
 *     created, then those of which each call left the same number, then those that are held
 *     strongly, and then those with the most bytes
 * @param path the path to one of them, with what a second walk found; null if there is none
 * @param unrecorded why the lines that created the objects are not known; null if they were
 *     recorded
 * @param createdByCalls the classes of the live objects that the calls are known to have created
 * @param calls the number of calls of the round
 */
public record HeldSurvivors(
    List<Group> groups,
    @Nullable RootPath path,
    @Nullable String unrecorded,
    Set<String> createdByCalls,
    int calls) {

  /** Number of collections after the round: an object that a finalizer can reach needs two. */
  private static final int COLLECTIONS = 2;

  /** Maximum number of objects of each class whose paths are searched. */
  private static final int MAX_PER_CLASS = 500;

  /**
   * Objects of one class that one line created and that paths of the same fields lead to.
   *
   * @param line the line of the application that created them or called the library that did; empty
   *     if unknown
   * @param root the text of the path's root
   * @param path the text of the path, see {@link CommonPath}
   * @param softly whether only soft references hold them
   * @param heldByTheJdk whether no line is known and only the JDK holds them
   * @param first the index of the first object
   */
  public record Group(
      String type,
      String line,
      String root,
      String path,
      boolean softly,
      boolean heldByTheJdk,
      int first,
      ClassTotal total) {

    private static Group of(
        int index, Object object, String line, TargetPath reached, ClassTotal total) {
      RootPath path = reached.path();
      return new Group(
          ClassTotal.name(object.getClass().getName()),
          line,
          CommonPath.root(path),
          CommonPath.of(path),
          reached.stage() == Stage.SOFT,
          line.isEmpty() && isHeldByTheJdk(path),
          index,
          total);
    }

    /** Returns what the objects of one group have in common. */
    private Group keyWith(String commonPath) {
      return new Group(type, line, "", commonPath, softly, heldByTheJdk, 0, ClassTotal.NONE);
    }

    private Group plus(Group other) {
      return new Group(
          type, line, root, path, softly, heldByTheJdk, first, total.plus(other.total));
    }

    /** Returns whether each call may have left the same number of these objects. */
    private boolean isOfEachCall(int calls) {
      return total.objects() % calls == 0;
    }

    /**
     * Returns whether the JVM may have created the objects for itself, such as the name of a form
     * of a method handle: no line of the application is known, only the JDK holds them, and they
     * are not of each call.
     */
    private boolean isOfTheJvm(int calls) {
      return heldByTheJdk && !isOfEachCall(calls);
    }
  }

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
        && groups.stream().filter(group -> group.type.equals(type)).allMatch(this::mayBeOfTheJvm);
  }

  /** Returns whether the JVM may have created the objects of a group. */
  public boolean mayBeOfTheJvm(Group group) {
    return group.isOfTheJvm(calls);
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
    Runnable listKnown = () -> known.addAll(instances(types, testObjects, List.of()));
    WeavingTurn turn = WeavingTurn.take();
    String obstacle = null;
    CreationRecording recorded = null;
    if (turn instanceof WeavingTurn.Denial denial) {
      obstacle = denial.text();
      listKnown.run();
      call(body, calls);
    } else {
      try (WeavingTurn.Permit permit = (WeavingTurn.Permit) turn;
          CreationRecording recording = open(permit, types, testInstances)) {
        call(body, 1); // links lambdas again, which weaving has discarded
        listKnown.run();
        recording.start();
        try {
          call(body, calls);
        } finally {
          recording.stop();
        }
        recorded = recording;
      }
    }
    for (int i = 0; i < COLLECTIONS; i++) {
      FullCollection.run();
    }
    List<Object> left = instances(types, testObjects, known);
    IdentityHashMap<Object, String> lines =
        recorded == null ? new IdentityHashMap<>() : recorded.lines();
    return held(left, testObjects, lines, obstacle, calls);
  }

  private static CreationRecording open(
      WeavingTurn.Permit permit, Set<String> types, List<Object> testInstances) {
    List<Class<?>> tests = new ArrayList<>();
    testInstances.forEach(test -> tests.add(test.getClass()));
    try {
      return new CreationRecording(
          permit.instrumentation(),
          name -> types.contains(ClassTotal.name(name)),
          types.stream().anyMatch(type -> type.endsWith("[]")),
          tests);
    } catch (ReflectiveOperationException | IOException e) {
      throw new UnweighableException("weaving failed: " + e, "run the test again", e);
    }
  }

  private static void call(TestBody body, int times) throws Throwable {
    for (int i = 0; i < times; i++) {
      body.run();
    }
    body.forget();
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
    return HeapRoots.list(testObjects).instances(shapes, classes, known);
  }

  private static ClassShapes shapes(Set<Class<?>> referents) {
    return new ClassShapes(ReferencePolicy.keeping(referents), ObjectSizes.running());
  }

  private static HeldSurvivors held(
      List<Object> left,
      List<?> testObjects,
      IdentityHashMap<Object, String> lines,
      @Nullable String unrecorded,
      int calls) {
    ClassShapes strong = shapes(Set.of());
    PathSearch search = new PathSearch(strong, HeapRoots.list(List.of()), testObjects);
    List<Object> searched = limitedPerClass(left);
    List<Optional<TargetPath>> reached = search.search(searched, Stage.SOFT);
    List<Group> found = new ArrayList<>();
    for (int i = 0; i < searched.size(); i++) {
      Object object = searched.get(i);
      if (reached.get(i).isPresent()) {
        ClassTotal total = new ClassTotal(1, strong.of(object).sizeOf(object));
        String line = lines.getOrDefault(object, "");
        found.add(Group.of(i, object, line, reached.get(i).get(), total));
      }
    }
    Comparator<Group> mostTelling = mostTelling(calls);
    List<Group> groups = new ArrayList<>(grouped(found, calls));
    groups.sort(mostTelling.thenComparing(group -> group.total.bytes(), reverseOrder()));
    RootPath path =
        groups.stream()
            .filter(group -> !group.isOfTheJvm(calls))
            .min(
                mostTelling
                    .thenComparing(group -> isOfTheJdk(group.type))
                    // an object that holds the others has the shorter path
                    .thenComparing(group -> length(reached.get(group.first))))
            .map(group -> group.first)
            .map(i -> search.proved(reached.get(i).orElseThrow(), searched.get(i)))
            .orElse(null);
    Set<String> created =
        lines.keySet().stream()
            .map(object -> ClassTotal.name(object.getClass().getName()))
            .collect(Collectors.toSet());
    return new HeldSurvivors(groups, path, unrecorded, created, calls);
  }

  private static Comparator<Group> mostTelling(int calls) {
    return comparing((Group group) -> group.line.isEmpty())
        .thenComparing(group -> !group.isOfEachCall(calls))
        .thenComparing(group -> group.isOfTheJvm(calls))
        // objects in caches of the JDK may have the same classes
        .thenComparing(group -> group.softly);
  }

  /**
   * Returns the groups of objects. Those that are not of each call are one group if one line
   * created them or one root holds them: the newest object of a list has a path of its own.
   */
  private static Collection<Group> grouped(List<Group> objects, int calls) {
    Map<Group, Group> byPath = new LinkedHashMap<>();
    objects.forEach(one -> byPath.merge(one.keyWith(one.path), one, Group::plus));
    Map<Group, Group> groups = new LinkedHashMap<>();
    byPath.values().stream()
        .sorted(comparing((Group group) -> group.total.objects(), reverseOrder()))
        .forEach(
            group -> {
              String rest = group.line.isEmpty() ? group.root : "";
              String common = group.isOfEachCall(calls) ? group.path : rest;
              groups.merge(group.keyWith(common), group, Group::plus);
            });
    return groups.values();
  }

  private static int length(Optional<TargetPath> reached) {
    return reached.orElseThrow().path().steps().size();
  }

  /** Returns whether a path begins at the JDK and leads only through objects of the JDK. */
  static boolean isHeldByTheJdk(RootPath path) {
    return switch (path.kind()) {
          case STATIC_FIELD -> isOfTheJdk(ownerOf(path));
          case CLASS_LOADER -> isOfTheJdk(path.root());
          case CLASS -> true; // by a field of java.lang.Class
          case EXTRA_ROOT, THREAD -> false;
        }
        && path.steps().stream().allMatch(step -> isOfTheJdk(step.type()));
  }

  /** Returns the class of a static field that is a root. */
  private static String ownerOf(RootPath path) {
    return path.root().substring(0, path.root().lastIndexOf('.'));
  }

  private static boolean isOfTheJdk(String type) {
    String element = type.replace("[]", "");
    return ClassTotal.isPrimitive(element) || JdkModules.isOfTheJdk(element);
  }

  private static List<Object> limitedPerClass(List<Object> left) {
    Map<Class<?>, Integer> counts = new HashMap<>();
    return left.stream()
        .filter(object -> counts.merge(object.getClass(), 1, Integer::sum) <= MAX_PER_CLASS)
        .toList();
  }
}
