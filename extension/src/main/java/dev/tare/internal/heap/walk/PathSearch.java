package dev.tare.internal.heap.walk;

import dev.tare.heap.RootPath;
import dev.tare.heap.RootPath.RootKind;
import dev.tare.internal.heap.memory.ClassShapes;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Optional;
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

  /**
   * Path to an object, and the last reference on it that belongs to the application, which {@link
   * #proved} leaves out in a second walk; what a lambda or an inner class captured only if there is
   * no other.
   *
   * @param stage the stage that found the object
   * @param isConstant whether the root is a field with an enum constant, a string or a box
   * @param softReferences the soft references that the path leads through
   * @param reference the name of the reference; null if there is none
   * @param location the location of the reference; null if there is none
   */
  public record TargetPath(
      Stage stage,
      RootPath path,
      boolean isConstant,
      List<SoftReference<?>> softReferences,
      @Nullable String reference,
      PathTree.@Nullable Location location) {

    /** Returns whether a reference of the application or an extra root holds the object. */
    public boolean isOfTheApplication() {
      return !isConstant && (reference != null || path.kind() == RootKind.EXTRA_ROOT);
    }

    /**
     * Clears the soft references of the path, as the JVM may do at any time. Nothing may hold them
     * during the next collection: a reference of the application may hold other objects.
     */
    public void clearSoftReferences() {
      softReferences.forEach(Reference::enqueue);
    }
  }

  private final SearchRoots roots;
  private final ClassShapes shapes;

  private final PathTree tree;

  /**
   * Creates a search.
   *
   * @param shapes the references to follow
   * @param heldBack objects through which no path leads in the first stage
   */
  public PathSearch(ClassShapes shapes, HeapRoots roots, List<?> heldBack) {
    this.shapes = shapes;
    this.roots = SearchRoots.of(roots, heldBack);
    this.tree = new PathTree(this.roots, shapes);
  }

  /**
   * Returns the shortest path to each target; empty for a target that no stage reaches.
   *
   * @param targets distinct objects
   * @param last the last stage of the search
   */
  public List<Optional<TargetPath>> search(List<?> targets, Stage last) {
    return search(targets, last, null);
  }

  /**
   * Searches for a target again, without the last reference of the application on its path.
   *
   * @return the path with what the search found; unchanged if it has no reference of the
   *     application
   */
  public RootPath proved(TargetPath reached, Object target) {
    RootPath path = reached.path();
    PathTree.Location omitted = reached.location;
    if (omitted == null) {
      return path;
    }
    Stage last = reached.stage == Stage.STRONG ? Stage.HELD_BACK : reached.stage;
    String stillHeldBy =
        search(List.of(target), last, omitted)
            .get(0)
            .map(other -> other.path().description())
            .orElse(null);
    String reference = String.valueOf(reached.reference);
    RootPath.Cut cut = new RootPath.Cut(reference, stillHeldBy);
    return new RootPath(path.kind(), path.root(), path.type(), path.steps(), cut);
  }

  private List<Optional<TargetPath>> search(
      List<?> targets, Stage last, PathTree.@Nullable Location omitted) {
    Function<Supplier<VisitedSet>, List<Optional<TargetPath>>> walk =
        sets -> {
          ClassTallies tallies = ClassTallies.lenient(shapes, type -> true, new TreeSet<>());
          return new PathWalk(roots, tree, sets, tallies, targets, omitted).walk(last);
        };
    try {
      return WalkRunner.run(walk);
    } finally {
      tree.clear();
    }
  }
}
