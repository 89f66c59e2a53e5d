package dev.tare.internal.survival;

import dev.tare.heap.Footprint;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.RootPath;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.PathSearch;
import dev.tare.internal.heap.walk.PathSearch.Stage;
import dev.tare.internal.heap.walk.PathSearch.TargetPath;
import dev.tare.internal.survival.ReleasedObjects.Survival;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Search for what holds the objects that were not collected.
 *
 * @param survival the objects that were left when the walk began
 * @param survivors the first of these objects, each with its path
 * @param retained what would be freed with the first survivor that a root holds; null if there is
 *     none
 * @param time how long the walk took
 */
public record SurvivorSearch(
    Survival survival, List<Survivor> survivors, @Nullable Footprint retained, Duration time) {

  /** Kind of holder of an object. */
  public enum HolderKind {
    /** A static field, a thread, a class loader or a class. */
    ROOT,
    /** What a walk cannot see: local variables, native code, constants of classes. */
    UNSEEN,
    /** The test alone (its instance, an enclosing one or an argument), JUnit, or the JDK. */
    TEST,
    /** Soft references alone, or a class loader that nothing holds, as far as a walk can see. */
    SOFT
  }

  /**
   * Object that was not collected.
   *
   * @param type the name of its class
   * @param path the shortest path to it; null if no visible root reaches it, or if it is a constant
   *     of the JDK
   */
  public record Survivor(String type, HolderKind holder, @Nullable RootPath path) {}

  /** Maximum number of survivors whose paths are searched, all in one walk. */
  private static final int MAX_SURVIVORS = 1_000;

  /** Maximum number of walks whose paths lead through soft references that are cleared. */
  private static final int MAX_CLEARINGS = 5;

  /** Copies the list. */
  public SurvivorSearch {
    survivors = List.copyOf(survivors);
  }

  /**
   * Walks the heap. While only soft references lead to an object, they are cleared, as the JVM may
   * do at any time, garbage is collected, and the heap is walked again: then what is left is held
   * by something else, or no longer held.
   *
   * @param testObjects the test instances and arguments; objects that only they lead to do not
   *     count as held by the program
   * @throws UnweighableException if this JVM does not allow an agent to be loaded
   */
  public static SurvivorSearch of(ReleasedObjects objects, Survival survival, List<?> testObjects) {
    SurvivorSearch search = walk(objects, survival, testObjects);
    for (int i = 0; i < MAX_CLEARINGS && !search.heldBy(HolderKind.SOFT).isEmpty(); i++) {
      search = walk(objects, search.survival.confirmed(objects), testObjects);
    }
    return search;
  }

  /** Returns the survivors with a kind of holder. */
  public List<Survivor> heldBy(HolderKind kind) {
    return survivors.stream().filter(survivor -> survivor.holder == kind).toList();
  }

  /** Walks once. Only the frame of this method may refer to survivors and soft references. */
  private static SurvivorSearch walk(
      ReleasedObjects objects, Survival survival, List<?> testObjects) {
    HeapAccess.require();
    long start = System.nanoTime();
    ClassShapes strong = new ClassShapes(ReferencePolicy.keeping(Set.of()), ObjectSizes.running());
    HeapRoots roots = HeapRoots.list(List.of());
    PathSearch walks = new PathSearch(strong, roots, testObjects);
    List<Object> targets = objects.survivors(MAX_SURVIVORS);
    List<Optional<TargetPath>> reached = walks.search(targets, Stage.SOFT);
    List<Survivor> survivors = new ArrayList<>();
    Footprint retained = null;
    boolean isProved = false;
    for (int i = 0; i < targets.size(); i++) {
      Object target = targets.get(i);
      Optional<TargetPath> found = reached.get(i);
      RootPath path = found.map(TargetPath::path).orElse(null);
      HolderKind holder = found.map(one -> holder(one.stage())).orElse(HolderKind.UNSEEN);
      if (isConstantOfTheJdk(target, roots, path)) {
        holder = HolderKind.TEST;
        path = null;
      }
      if (holder == HolderKind.ROOT && !isProved) {
        isProved = true;
        path = walks.proved(found.orElseThrow(), target);
        retained = retained(target, testObjects);
      }
      survivors.add(new Survivor(ClassShape.className(target.getClass()), holder, path));
    }
    reached.forEach(path -> path.ifPresent(TargetPath::clearSoftReferences));
    return new SurvivorSearch(
        survival, survivors, retained, Duration.ofNanos(System.nanoTime() - start));
  }

  /**
   * Returns whether the JDK shares an object and never lets it be collected: a final static field
   * of the JDK refers to it, as to {@code Optional.empty()}, or a static field of its own class
   * leads to it through an array or map, as to {@code BigInteger.valueOf(5)}.
   */
  private static boolean isConstantOfTheJdk(
      Object object, HeapRoots roots, @Nullable RootPath path) {
    String own = ClassShape.className(object.getClass());
    return JdkModules.isOfTheJdk(object.getClass())
        && ((path != null && path.root().startsWith(own + ".") && isContainerOfTheJdk(path))
            || roots.staticsOfTheJdk().stream()
                .anyMatch(field -> isConstant(field) && HeapRoots.valueOf(field) == object));
  }

  /** Returns whether a static field leads to an object through an array or map alone. */
  private static boolean isContainerOfTheJdk(RootPath path) {
    return path.kind() == RootPath.RootKind.STATIC_FIELD
        && (path.type().endsWith("]") || path.type().matches("java\\.util\\..*Map"))
        && path.steps().stream().allMatch(step -> step.type().startsWith("java."));
  }

  /** Returns whether a field is final; System.setOut and similar methods change final fields. */
  private static boolean isConstant(Field field) {
    return Modifier.isFinal(field.getModifiers()) && field.getDeclaringClass() != System.class;
  }

  /** Returns what would be freed with an object; null if that is not known. */
  private static @Nullable Footprint retained(Object target, List<?> testObjects) {
    if (target instanceof ClassLoader) {
      return null; // a footprint has no classes
    }
    try {
      return ObjectGraph.open().retained(target, testObjects.toArray()).retained();
    } catch (UnweighableException e) {
      return null; // the verdict does not need it
    }
  }

  private static HolderKind holder(Stage stage) {
    return switch (stage) {
      case STRONG -> HolderKind.ROOT;
      case HELD_BACK -> HolderKind.TEST;
      case LOADERS, SOFT -> HolderKind.SOFT;
    };
  }
}
