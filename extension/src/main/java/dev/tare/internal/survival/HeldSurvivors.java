package dev.tare.internal.survival;

import static java.util.Comparator.comparing;

import dev.tare.body.TestBody;
import dev.tare.heap.Holder;
import dev.tare.heap.RootPath;
import dev.tare.heap.UnweighableException;
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
 * What holds the objects that a round of calls leaves behind: the objects of the grown classes that
 * roots reach after the round and did not reach before it.
 *
 * @param groups the objects by class and path, those of one class with the most bytes first
 * @param path the path to one of them, with what a second walk found; null if there is none
 */
public record HeldSurvivors(List<Group> groups, @Nullable RootPath path) {

  /** Largest number of objects of one class whose paths are searched. */
  private static final int MOST_OF_A_CLASS = 500;

  private static final Pattern ARRAY_INDEX = Pattern.compile("\\[\\d+]");

  /** References within lists and trees, by which the paths to their elements differ. */
  private static final Pattern LINKS =
      Pattern.compile("\\.(?:next|prev|previous|left|right)(?=[.\\[]|$)");

  /** Numbers of threads that have no names. */
  private static final Pattern THREAD_NUMBER = Pattern.compile("-\\d+\"");

  /**
   * Objects of one class that paths of the same fields lead to.
   *
   * @param where the path, without positions in arrays, links of lists and trees, and numbers of
   *     threads
   */
  public record Group(String type, String where, ClassTotal total) {}

  /** Copies the list. */
  public HeldSurvivors {
    groups = List.copyOf(groups);
  }

  /**
   * Calls the body in one more round and searches the heap.
   *
   * @param types the names of the grown classes
   * @param ofTheTest the objects that JUnit holds for the test
   * @throws UnweighableException if this JVM does not allow an agent to be loaded
   * @throws Throwable what the body threw, unchanged
   */
  public static HeldSurvivors of(TestBody body, int calls, Set<String> types, List<?> ofTheTest)
      throws Throwable {
    HeapAccess.require();
    Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    known.addAll(instances(types, ofTheTest));
    for (int i = 0; i < calls; i++) {
      body.run();
    }
    body.forget();
    for (int i = 0; i < Survival.COLLECTIONS; i++) {
      FullCollection.run();
    }
    List<Object> left = instances(types, ofTheTest);
    left.removeIf(known::contains);
    return held(left, ofTheTest);
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

  private static HeldSurvivors held(List<Object> left, List<?> ofTheTest) {
    PathSearch search = new PathSearch(shapes(), HeapRoots.list(List.of()), ofTheTest);
    List<Object> searched = fewOfEach(left);
    List<Optional<Reached>> reached = search.search(searched, Stage.HELD_BACK);
    ClassShapes sizes = shapes();
    Map<List<String>, ClassTotal> totals = new LinkedHashMap<>();
    int shown = -1;
    for (int i = 0; i < searched.size(); i++) {
      Object object = searched.get(i);
      if (reached.get(i).isPresent()) {
        String where = where(reached.get(i).get().path());
        totals.merge(
            List.of(ClassTotal.name(object.getClass().getName()), where),
            new ClassTotal(1, sizes.of(object).sizeOf(object)),
            ClassTotal::plus);
        boolean own = !isOfTheJdk(object);
        shown = shown < 0 || (own && isOfTheJdk(searched.get(shown))) ? i : shown;
      }
    }
    List<Group> groups = new ArrayList<>();
    totals.forEach((place, total) -> groups.add(new Group(place.get(0), place.get(1), total)));
    groups.sort(comparing((Group group) -> group.total().bytes()).reversed());
    return new HeldSurvivors(
        groups,
        shown < 0 ? null : search.proved(reached.get(shown).orElseThrow(), searched.get(shown)));
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
