package dev.tare.internal.survival;

import static java.util.Comparator.comparing;

import dev.tare.body.TestBody;
import dev.tare.heap.Holder;
import dev.tare.heap.RootPath;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.record.CreationRecording;
import dev.tare.internal.agent.record.WeavingTurn;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.tree.ReferrerLookup;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.InstanceWalk;
import dev.tare.internal.heap.walk.PathSearch;
import dev.tare.internal.heap.walk.PathSearch.Reached;
import dev.tare.internal.heap.walk.PathSearch.Stage;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holders of the objects that a round of calls leaves behind: the objects of the grown classes that
 * roots reach after the round and did not reach before it.
 *
 * @param groups the objects by class and path, those of one class with the most bytes first
 * @param path the path to one of them, with what a second walk found; null if there is none
 * @param unrecorded why the lines that created the objects are not known; null if they were
 *     recorded
 */
public record HeldSurvivors(
    List<Group> groups, @Nullable RootPath path, @Nullable String unrecorded) {

  /** Largest number of objects of one class whose paths are searched. */
  private static final int MOST_OF_A_CLASS = 500;

  private static final Pattern ARRAY_INDEX = Pattern.compile("\\[\\d+]");

  /** References within lists and trees, by which the paths to their elements differ. */
  private static final Pattern LINKS =
      Pattern.compile("\\.(?:next|prev|previous|left|right)(?=[.\\[]|$)");

  /** Numbers of threads that have no names. */
  private static final Pattern THREAD_NUMBER = Pattern.compile("-\\d+\"");

  /**
   * Objects of one class that one line created and that paths of the same fields lead to.
   *
   * @param madeAt the line of the application that created them or led there; empty if unknown
   * @param where the path, without positions in arrays, links of lists and trees, and numbers of
   *     threads
   */
  public record Group(String type, String madeAt, String where, ClassTotal total) {}

  /** Copies the list. */
  public HeldSurvivors {
    groups = List.copyOf(groups);
  }

  /**
   * Returns the line that created the objects of a group, with their path; from a root that {@link
   * #path()} has too, only its references.
   */
  public String place(Group group) {
    if (group.madeAt.isEmpty()) {
      return group.where;
    }
    String root = path == null ? "" : where(withoutSteps(path));
    if (group.where.equals(root)) {
      return group.madeAt;
    }
    return group.where.startsWith(root + " ")
        ? group.madeAt + ", held at " + group.where.substring(root.length() + 1)
        : group.madeAt + ", held by " + group.where;
  }

  private static RootPath withoutSteps(RootPath path) {
    return new RootPath(path.kind(), path.root(), path.type(), List.of(), null);
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
    Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    Round round = new Round(body, calls, () -> known.addAll(instances(types, ofTheTest)));
    Recorded recorded = recorded(round, types, testInstances);
    for (int i = 0; i < Survival.COLLECTIONS; i++) {
      FullCollection.run();
    }
    List<Object> left = instances(types, ofTheTest);
    left.removeIf(known::contains);
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

  /**
   * Recordings of a round.
   *
   * @param recording null if there is none
   * @param obstacle why; null if there is one
   */
  private record Recorded(@Nullable CreationRecording recording, @Nullable String obstacle) {

    IdentityHashMap<Object, String> lines() {
      return recording == null ? new IdentityHashMap<>() : recording.lines();
    }
  }

  private static Recorded recorded(Round round, Set<String> types, List<Object> testInstances)
      throws Throwable {
    WeavingTurn turn = WeavingTurn.take();
    if (turn instanceof WeavingTurn.Refused refused) {
      round.run();
      return new Recorded(null, refused.text());
    }
    List<Class<?>> tests = new ArrayList<>();
    testInstances.forEach(test -> tests.add(test.getClass()));
    try (WeavingTurn.Granted granted = (WeavingTurn.Granted) turn) {
      return recorded(round, types, tests, granted.instrumentation());
    }
  }

  private static Recorded recorded(
      Round round, Set<String> types, List<Class<?>> tests, Instrumentation instrumentation)
      throws Throwable {
    CreationRecording open;
    try {
      open =
          CreationRecording.open(
              instrumentation,
              name -> types.contains(ClassTotal.name(name)),
              types.stream().anyMatch(type -> type.endsWith("[]")),
              tests);
    } catch (ReflectiveOperationException | IOException e) {
      round.run();
      return new Recorded(null, "weaving failed: " + e);
    }
    try (CreationRecording recording = open) {
      round.call(1); // links lambdas again, which weaving has discarded
      recording.start();
      try {
        round.run();
      } finally {
        recording.stop();
      }
      return new Recorded(recording, null);
    }
  }

  private static List<Object> instances(Set<String> types, List<?> ofTheTest) {
    Set<Class<?>> classes =
        Arrays.stream(ObjectMemory.loadedClasses())
            .filter(type -> types.contains(ClassTotal.name(type.getName())))
            .collect(Collectors.toSet());
    return InstanceWalk.find(shapes(), HeapRoots.list(List.of()), ofTheTest, classes);
  }

  private static ClassShapes shapes() {
    return new ClassShapes(ReferencePolicy.keeping(Set.of()), ObjectSizes.running());
  }

  private static HeldSurvivors held(List<Object> left, List<?> ofTheTest, Recorded recorded) {
    PathSearch search = new PathSearch(shapes(), HeapRoots.list(List.of()), ofTheTest);
    List<Object> searched = fewOfEach(left);
    List<Optional<Reached>> reached = search.search(searched, Stage.HELD_BACK);
    ClassShapes sizes = shapes();
    IdentityHashMap<Object, String> lines = recorded.lines();
    Map<List<String>, ClassTotal> totals = new LinkedHashMap<>();
    int shown = -1;
    for (int i = 0; i < searched.size(); i++) {
      Object object = searched.get(i);
      if (reached.get(i).isPresent()) {
        String where = where(reached.get(i).get().path());
        totals.merge(
            List.of(
                ClassTotal.name(object.getClass().getName()),
                lines.getOrDefault(object, ""),
                where),
            new ClassTotal(1, sizes.of(object).sizeOf(object)),
            ClassTotal::plus);
        boolean own = !isOfTheJdk(object);
        shown = shown < 0 || (own && isOfTheJdk(searched.get(shown))) ? i : shown;
      }
    }
    List<Group> groups = new ArrayList<>();
    totals.forEach(
        (place, total) -> groups.add(new Group(place.get(0), place.get(1), place.get(2), total)));
    groups.sort(comparing((Group group) -> group.total().bytes()).reversed());
    return new HeldSurvivors(
        groups,
        shown < 0 ? null : search.proved(reached.get(shown).orElseThrow(), searched.get(shown)),
        recorded.obstacle());
  }

  private static boolean isOfTheJdk(Object object) {
    return ReferrerLookup.isOfTheJdk(object.getClass());
  }

  private static List<Object> fewOfEach(List<Object> left) {
    Map<Class<?>, Integer> numbers = new HashMap<>();
    return left.stream()
        .filter(one -> numbers.merge(one.getClass(), 1, Integer::sum) <= MOST_OF_A_CLASS)
        .toList();
  }

  private static String where(RootPath path) {
    String text = path.description();
    if (path.kind() == Holder.Kind.EXTRA_ROOT) {
      text = text.replace(path.kind().noun(), "test object");
    }
    text = ARRAY_INDEX.matcher(text).replaceAll("[*]");
    text = THREAD_NUMBER.matcher(text).replaceAll("-*\"");
    return LINKS.matcher(text).replaceAll("");
  }
}
