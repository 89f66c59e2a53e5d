package dev.tare.internal.heap.walk;

import dev.tare.heap.RootPath;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.set.VisitedSet;
import dev.tare.internal.heap.set.VisitedSetChoice;
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

  /** Part of a search; each begins only if the ones before left an object without a path. */
  public enum Stage {
    /** Strong references from the heap roots, but not those of JUnit's objects. */
    STRONG,
    /** Strong references from the objects that are held back, and from those of JUnit. */
    HELD_BACK,
    /**
     * Class loaders that the stages before do not reach: a local variable or JNI reference holds
     * them, or soft references alone.
     */
    LOADERS,
    /** Soft references too. */
    SOFT
  }

  /** Path to an object, with what is needed to search again without one of its references. */
  public static final class TargetPath {

    private final Stage stage;
    private final PathTree.LocatedPath found;

    private TargetPath(Stage stage, PathTree.LocatedPath found) {
      this.stage = stage;
      this.found = found;
    }

    /** Returns the stage that found the object. */
    public Stage stage() {
      return stage;
    }

    /** Returns the path. */
    public RootPath path() {
      return found.path();
    }
  }

  /**
   * Objects that would be freed with another one, itself included.
   *
   * @param bytes their size without that of classes, which is unknown
   */
  public record RetainedObjects(long objects, long bytes) {}

  /**
   * Outcome of a second search.
   *
   * @param path the path, with what the search without its last own reference found
   * @param kept what would be freed with the object if nothing held it
   */
  public record Proof(RootPath path, RetainedObjects kept) {}

  /** Outcome of a walk around one object. */
  private record WalkOutcome(@Nullable String stillHeldBy, RetainedObjects kept) {}

  private final SearchRoots roots;
  private final ClassShapes shapes;
  private final Set<String> unread;
  private final PathTree tree;

  /** The loaders that certain roots hold; null before the first proof. */
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
    this.unread = new TreeSet<>(roots.unread());
    this.tree = new PathTree(this.roots, new PathNames(shapes, this.roots));
  }

  /** Returns the names of classes whose fields could not be listed and were not followed. */
  public List<String> unread() {
    return List.copyOf(unread);
  }

  /**
   * Returns the shortest path to each target; empty for a target that no stage reaches.
   *
   * @param targets distinct objects
   * @param last the last stage of the search
   */
  public List<Optional<TargetPath>> search(List<?> targets, Stage last) {
    return walked(targets, null, false, Set.of(), walk -> reached(walk, targets.size(), last));
  }

  private List<Optional<TargetPath>> reached(PathWalk walk, int targets, Stage last) {
    walk.run(last);
    List<Optional<TargetPath>> reached = new ArrayList<>();
    for (int i = 0; i < targets; i++) {
      Stage stage = walk.stage(i);
      reached.add(
          stage == null
              ? Optional.empty()
              : Optional.of(new TargetPath(stage, tree.path(walk.found(i)))));
    }
    return reached;
  }

  /**
   * Searches for a target without the last reference of the application on its path.
   *
   * @return the path with what was found; unchanged if it has no reference of the application
   */
  public RootPath proved(TargetPath reached, Object target) {
    PathTree.LocatedPath found = reached.found;
    if (found.location() == null) {
      return found.path();
    }
    return withCut(
        found,
        walked(
                List.of(target),
                found.location(),
                false,
                heldLoaders(),
                walk -> reached(walk, 1, proving(reached)).get(0))
            .map(other -> other.path().description())
            .orElse(null));
  }

  /** Searches as {@link #proved} does, and counts what would be freed with the target. */
  public Proof proof(TargetPath reached, Object target) {
    PathTree.LocatedPath found = reached.found;
    WalkOutcome around =
        walked(
            List.of(target),
            found.location(),
            true,
            heldLoaders(),
            walk -> {
              String other =
                  reached(walk, 1, proving(reached))
                      .get(0)
                      .map(path -> path.path().description())
                      .orElse(null);
              return new WalkOutcome(other, walk.kept(target));
            });
    return new Proof(
        found.location() == null ? found.path() : withCut(found, around.stillHeldBy), around.kept);
  }

  /** Returns the last stage of a proof; what holds a loader unseen holds all that it reaches. */
  private static Stage proving(TargetPath reached) {
    return reached.stage == Stage.STRONG ? Stage.LOADERS : reached.stage;
  }

  /**
   * Returns the loaders that certain roots hold. A proof that leaves a reference out does not begin
   * with them, since they may be held by that reference alone.
   */
  private Set<ClassLoader> heldLoaders() {
    Set<ClassLoader> held = heldLoaders;
    if (held == null) {
      held =
          roots.certain() == roots.heldBack()
              ? Set.of()
              : walked(List.of(), null, true, Set.of(), PathWalk::heldLoaders);
      heldLoaders = held;
    }
    return held;
  }

  private static RootPath withCut(PathTree.LocatedPath found, @Nullable String stillHeldBy) {
    RootPath path = found.path();
    return new RootPath(
        path.kind(),
        path.root(),
        path.type(),
        path.steps(),
        new RootPath.Cut(String.valueOf(found.reference()), stillHeldBy));
  }

  private <T> T walked(
      List<?> targets,
      PathTree.@Nullable Location omitted,
      boolean aroundTargets,
      Set<ClassLoader> heldLoaders,
      Function<PathWalk, T> questions) {
    Function<Supplier<VisitedSet>, T> walk =
        sets ->
            questions.apply(
                new PathWalk(
                    roots,
                    tree,
                    sets,
                    ClassTallies.lenient(shapes, type -> true, unread),
                    targets,
                    omitted,
                    aroundTargets,
                    heldLoaders));
    try {
      return VisitedSetChoice.walk(walk);
    } finally {
      tree.clear();
    }
  }
}
