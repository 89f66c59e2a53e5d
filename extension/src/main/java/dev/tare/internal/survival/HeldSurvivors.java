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
 * Holders of the objects that a round of calls leaves behind: the objects of the grown classes that
 * roots reach after the round and did not reach before it.
 *
 * @param groups the objects by class, line and path, those that the calls are known to have created
 *     first, then those that are held strongly, and then those with the most bytes
 * @param path the path to one of them, with what a second walk found; null if there is none
 * @param unrecorded why the lines that created the objects are not known; null if they were
 *     recorded
 */
public record HeldSurvivors(
    List<Group> groups, @Nullable RootPath path, @Nullable String unrecorded) {

  /** Collections after the round: an object that a finalizer can reach needs two. */
  private static final int COLLECTIONS = 2;

  /** Largest number of objects of one class whose paths are searched. */
  private static final int MOST_OF_A_CLASS = 500;

  /**
   * Objects of one class that one line created and that paths of the same fields lead to.
   *
   * @param madeAt the line of the application that created them or led there; empty if unknown
   * @param where the path, see {@link CommonPath}
   * @param softly whether soft references alone hold them
   */
  public record Group(String type, String madeAt, String where, boolean softly, ClassTotal total) {}

  /** Copies the list. */
  public HeldSurvivors {
    groups = List.copyOf(groups);
  }

  /**
   * Returns the line that created the objects of a group, with their path; from a root that {@link
   * #path()} has too, only its references.
   */
  public String place(Group group) {
    String held = group.softly ? "softly held" : "held";
    if (group.madeAt.isEmpty()) {
      return group.softly ? held + " by " + group.where : group.where;
    }
    String root = path == null ? "" : CommonPath.root(path);
    if (group.where.equals(root)) {
      return group.madeAt + (group.softly ? ", softly" : "");
    }
    return group.where.startsWith(root + " ")
        ? group.madeAt + ", " + held + " at " + group.where.substring(root.length() + 1)
        : group.madeAt + ", " + held + " by " + group.where;
  }

  /**
   * Calls the body in one more round, in which the creation of objects is recorded, and searches
   * the heap.
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
    List<Object> ofTheTest = new ArrayList<>(testInstances);
    ofTheTest.addAll(arguments);
    List<Object> known = new ArrayList<>();
    Round round =
        new Round(body, calls, () -> known.addAll(instances(types, ofTheTest, List.of())));
    // the first call links lambdas again, which weaving has discarded
    RecordedCreations recorded =
        RecordedCreations.of(() -> round.call(1), round::run, types, testInstances);
    if (recorded.obstacle() != null) {
      round.run();
    }
    for (int i = 0; i < COLLECTIONS; i++) {
      FullCollection.run();
    }
    List<Object> left = instances(types, ofTheTest, known);
    return held(left, ofTheTest, recorded);
  }

  /**
   * Calls of the body.
   *
   * @param before runs before them
   */
  private record Round(TestBody body, int calls, Runnable before) {

    void run() throws Throwable {
      before.run();
      call(calls);
    }

    void call(int times) throws Throwable {
      for (int i = 0; i < times; i++) {
        body.run();
      }
      body.forget();
    }
  }

  /** Returns the live objects of some classes, except those of a list. */
  private static List<Object> instances(Set<String> types, List<?> ofTheTest, List<Object> known) {
    Set<Class<?>> classes =
        Arrays.stream(ObjectMemory.loadedClasses())
            .filter(type -> types.contains(ClassTotal.name(type.getName())))
            .collect(Collectors.toSet());
    // what soft references hold is live too
    ClassShapes shapes = shapes(Set.of(SoftReference.class));
    return InstanceWalk.find(shapes, HeapRoots.list(List.of()), ofTheTest, classes, known);
  }

  private static ClassShapes shapes(Set<Class<?>> referents) {
    return new ClassShapes(ReferencePolicy.keeping(referents), ObjectSizes.running());
  }

  private static HeldSurvivors held(
      List<Object> left, List<?> ofTheTest, RecordedCreations recorded) {
    ClassShapes strong = shapes(Set.of());
    PathSearch search = new PathSearch(strong, HeapRoots.list(List.of()), ofTheTest);
    List<Object> searched = fewOfEach(left);
    List<Optional<TargetPath>> reached = search.search(searched, Stage.SOFT);
    IdentityHashMap<Object, String> lines = recorded.lines();
    Map<GroupKey, GroupObjects> places = new LinkedHashMap<>();
    for (int i = 0; i < searched.size(); i++) {
      Object object = searched.get(i);
      if (reached.get(i).isPresent()) {
        GroupKey place =
            new GroupKey(
                ClassTotal.name(object.getClass().getName()),
                lines.getOrDefault(object, ""),
                CommonPath.of(reached.get(i).get().path()),
                reached.get(i).get().stage() == Stage.SOFT,
                !JdkModules.isOfTheJdk(object.getClass()));
        ClassTotal one = new ClassTotal(1, strong.of(object).sizeOf(object));
        places.merge(place, new GroupObjects(i, one), GroupObjects::plus);
      }
    }
    List<Map.Entry<GroupKey, GroupObjects>> found = new ArrayList<>(places.entrySet());
    found.sort(
        comparing((Map.Entry<GroupKey, GroupObjects> one) -> one.getKey().madeAt.isEmpty())
            // the JDK's caches have objects of the same classes
            .thenComparing(one -> one.getKey().softly())
            .thenComparing(one -> one.getValue().total.bytes(), reverseOrder()));
    RootPath path =
        found.stream()
            .min(
                comparing(
                        (Map.Entry<GroupKey, GroupObjects> one) -> one.getKey().significance(),
                        reverseOrder())
                    // what holds the others has the shorter path
                    .thenComparing(one -> length(reached.get(one.getValue().first))))
            .map(one -> one.getValue().first)
            .map(i -> search.proved(reached.get(i).orElseThrow(), searched.get(i)))
            .orElse(null);
    return new HeldSurvivors(
        found.stream().map(one -> one.getKey().group(one.getValue().total)).toList(),
        path,
        recorded.obstacle());
  }

  private static int length(Optional<TargetPath> reached) {
    return reached.orElseThrow().path().steps().size();
  }

  /** What the objects of a group have in common. */
  private record GroupKey(
      String type, String madeAt, String where, boolean softly, boolean ofTheApplication) {

    /** Returns how much the path to these objects says about the calls. */
    int significance() {
      return (softly ? 0 : 4) + (madeAt.isEmpty() ? 0 : 2) + (ofTheApplication ? 1 : 0);
    }

    Group group(ClassTotal total) {
      return new Group(type, madeAt, where, softly, total);
    }
  }

  /**
   * The objects of a group.
   *
   * @param first the index of the first
   */
  private record GroupObjects(int first, ClassTotal total) {

    GroupObjects plus(GroupObjects other) {
      return new GroupObjects(first, total.plus(other.total));
    }
  }

  private static List<Object> fewOfEach(List<Object> left) {
    Map<Class<?>, Integer> numbers = new HashMap<>();
    return left.stream()
        .filter(one -> numbers.merge(one.getClass(), 1, Integer::sum) <= MOST_OF_A_CLASS)
        .toList();
  }
}
