package dev.tare.internal.heap.walk;

import dev.tare.heap.RootPath;
import dev.tare.heap.RootPath.RootKind;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.set.VisitedSet;
import dev.tare.internal.heap.set.WalkRunner;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Search for the shortest paths from the heap roots to objects. */
public final class PathSearch {

  /** Stage of a search; it begins only if the earlier stages left an object without a path. */
  public enum Stage {
    /** Follows strong references from the heap roots, but not through objects of JUnit. */
    STRONG,
    /** Follows strong references from the objects that are held back and from those of JUnit. */
    HELD_BACK,
    /**
     * Follows strong references from class loaders that the earlier stages did not reach: a local
     * variable, a JNI reference or only soft references hold them.
     */
    LOADERS,
    /** Follows soft references too. */
    SOFT
  }

  /** Path to an object, with the reference that {@link #proof} leaves out in a second walk. */
  public static final class TargetPath {

    private final Stage stage;
    private final PathTree.LocatedPath located;

    private TargetPath(Stage stage, PathTree.LocatedPath located) {
      this.stage = stage;
      this.located = located;
    }

    /** Returns the stage that found the object. */
    public Stage stage() {
      return stage;
    }

    /** Returns the path. */
    public RootPath path() {
      return located.path();
    }

    /** Returns whether a reference of the application or an extra root holds the object. */
    public boolean isOfTheApplication() {
      boolean isHeld = located.reference() != null || path().kind() == RootKind.EXTRA_ROOT;
      return isHeld && !located.isConstant();
    }

    /**
     * Clears the soft references of the path, as the JVM may do at any time. Nothing may hold them
     * during the next collection: a reference of the application may hold other objects.
     */
    public void clearSoftReferences() {
      located.softReferences().forEach(Reference::enqueue);
    }
  }

  /**
   * Objects that would be freed with another one, itself included.
   *
   * @param bytes their size, without the sizes of classes, which are unknown
   */
  public record RetainedObjects(long objects, long bytes) {}

  /**
   * Outcome of a second search.
   *
   * @param path the path, with what the search without its last reference of the application found
   * @param kept the objects that would be freed with the object if nothing held it
   */
  public record Proof(RootPath path, RetainedObjects kept) {}

  /** Outcome of a walk around one object. */
  private record WalkOutcome(@Nullable String stillHeldBy, RetainedObjects kept) {}

  private final SearchRoots roots;
  private final ClassShapes shapes;

  /** Names of classes whose fields could not be listed and are not followed. */
  private final Set<String> unread = new TreeSet<>();

  private final PathTree tree;

  /** Class loaders that the certain roots hold; null before the first proof. */
  private @Nullable Set<ClassLoader> heldLoaders;

  /**
   * Creates a search.
   *
   * @param shapes the references to follow
   * @param heldBack objects through which no path leads in the first stage
   */
  public PathSearch(ClassShapes shapes, HeapRoots roots, List<?> heldBack) {
    this.shapes = shapes;
    this.roots = SearchRoots.of(roots, heldBack);
    this.tree = new PathTree(this.roots, new PathNames(shapes, this.roots));
  }

  /**
   * Returns the shortest path to each target; empty for a target that no stage reaches.
   *
   * @param targets distinct objects
   * @param last the last stage of the search
   */
  public List<Optional<TargetPath>> search(List<?> targets, Stage last) {
    return walk(targets, null, false, Set.of(), walk -> paths(walk, targets.size(), last));
  }

  private List<Optional<TargetPath>> paths(PathWalk walk, int targetCount, Stage last) {
    walk.walk(last);
    List<Optional<TargetPath>> paths = new ArrayList<>();
    for (int i = 0; i < targetCount; i++) {
      Stage stage = walk.stage(i);
      paths.add(
          stage == null
              ? Optional.empty()
              : Optional.of(new TargetPath(stage, tree.path(walk.treeNumber(i)))));
    }
    return paths;
  }

  /** Returns the path that a walk without a reference finds to the target of an earlier path. */
  private Optional<TargetPath> otherPath(PathWalk walk, TargetPath reached) {
    return paths(walk, 1, lastStageOfProof(reached)).get(0);
  }

  private static @Nullable String description(Optional<TargetPath> path) {
    return path.map(reached -> reached.path().description()).orElse(null);
  }

  /**
   * Searches for a target again, without the last reference of the application on its path.
   *
   * @return the path with what the search found; unchanged if it has no reference of the
   *     application
   */
  public RootPath proved(TargetPath reached, Object target) {
    PathTree.LocatedPath located = reached.located;
    if (located.location() == null) {
      return located.path();
    }
    Optional<TargetPath> other =
        walk(
            List.of(target),
            located.location(),
            false,
            heldLoaders(),
            walk -> otherPath(walk, reached));
    return withCut(located, description(other));
  }

  /** Searches as {@link #proved} does, and counts what would be freed with the target. */
  public Proof proof(TargetPath reached, Object target) {
    PathTree.LocatedPath located = reached.located;
    WalkOutcome outcome =
        walk(
            List.of(target),
            located.location(),
            true,
            heldLoaders(),
            walk -> {
              String stillHeldBy = description(otherPath(walk, reached));
              return new WalkOutcome(stillHeldBy, walk.retainedBy(target));
            });
    return new Proof(
        located.location() == null ? located.path() : withCut(located, outcome.stillHeldBy),
        outcome.kept);
  }

  /**
   * Returns the last stage of a proof. After a strong path, that is the stage of the class loaders:
   * whatever holds a loader that no other stage reaches also holds all that the loader reaches.
   */
  private static Stage lastStageOfProof(TargetPath reached) {
    return reached.stage == Stage.STRONG ? Stage.LOADERS : reached.stage;
  }

  /**
   * Returns the class loaders that the certain roots hold. A proof that leaves a reference out does
   * not begin with them, since only that reference may hold them.
   */
  private Set<ClassLoader> heldLoaders() {
    Set<ClassLoader> held = heldLoaders;
    if (held == null) {
      held =
          roots.certainEnd() == roots.heldBackStart()
              ? Set.of()
              : walk(List.of(), null, true, Set.of(), PathWalk::heldLoaders);
      heldLoaders = held;
    }
    return held;
  }

  private static RootPath withCut(PathTree.LocatedPath located, @Nullable String stillHeldBy) {
    RootPath path = located.path();
    return new RootPath(
        path.kind(),
        path.root(),
        path.type(),
        path.steps(),
        new RootPath.Cut(String.valueOf(located.reference()), stillHeldBy));
  }

  /** Applies a function to a walk, and repeats both if a collection moved objects. */
  private <T> T walk(
      List<?> targets,
      PathTree.@Nullable Location omitted,
      boolean walksAroundTarget,
      Set<ClassLoader> heldLoaders,
      Function<PathWalk, T> query) {
    Function<Supplier<VisitedSet>, T> walk =
        sets ->
            query.apply(
                new PathWalk(
                    roots,
                    tree,
                    sets,
                    ClassTallies.lenient(shapes, type -> true, unread),
                    targets,
                    omitted,
                    walksAroundTarget,
                    heldLoaders));
    try {
      return WalkRunner.run(walk);
    } finally {
      tree.clear();
    }
  }
}
