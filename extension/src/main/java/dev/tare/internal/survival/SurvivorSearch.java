package dev.tare.internal.survival;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.PathSearch;
import dev.tare.internal.heap.walk.PathSearch.Proof;
import dev.tare.internal.heap.walk.PathSearch.RetainedObjects;
import dev.tare.internal.heap.walk.PathSearch.Stage;
import dev.tare.internal.heap.walk.PathSearch.TargetPath;
import dev.tare.internal.survival.Survivor.HolderKind;
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
 * @param retained what would be freed with the first survivor that counts and has a path; null if
 *     there is none
 * @param time how long the walk took
 * @param unread classes whose fields could not be listed and were not followed
 */
public record SurvivorSearch(
    Survival survival,
    List<Survivor> survivors,
    @Nullable RetainedObjects retained,
    Duration time,
    List<String> unread) {

  /** Maximum number of survivors whose paths are searched, all in one walk. */
  private static final int MAX_SURVIVORS = 1_000;

  /** Maximum number of walks whose paths lead through soft references that are cleared. */
  private static final int MAX_CLEARINGS = 5;

  /** Copies the lists. */
  public SurvivorSearch {
    survivors = List.copyOf(survivors);
    unread = List.copyOf(unread);
  }

  /**
   * Walks the heap. While only soft references lead to an object, they are cleared, as the JVM may
   * do at any time, garbage is collected, and the heap is walked again: then what is left is held
   * by something else, or no longer held.
   *
   * @param testObjects the test instances and arguments; objects that only they lead to do not
   *     count as held by the program
   * @throws dev.tare.heap.UnweighableException if this JVM does not allow an agent to be loaded
   */
  public static SurvivorSearch of(ReleasedObjects objects, Survival survival, List<?> testObjects) {
    SurvivorSearch search = walk(objects, survival, testObjects);
    for (int i = 0; i < MAX_CLEARINGS && search.holds(HolderKind.SOFTLY); i++) {
      search = walk(objects, search.survival.confirmed(objects), testObjects);
    }
    return search;
  }

  /** Returns whether no strong path was found to one of the survivors. */
  public boolean lacksPath() {
    return holds(HolderKind.UNSEEN) || holds(HolderKind.SOFTLY) || holds(HolderKind.BY_A_LOADER);
  }

  private boolean holds(HolderKind kind) {
    return survivors.stream().anyMatch(survivor -> survivor.holderKind() == kind);
  }

  /** Walks once. Only the frame of this method may refer to survivors and soft references. */
  private static SurvivorSearch walk(
      ReleasedObjects objects, Survival survival, List<?> testObjects) {
    HeapAccess.require();
    long start = System.nanoTime();
    ClassShapes strong = new ClassShapes(ReferencePolicy.keeping(Set.of()), ObjectSizes.running());
    PathSearch walks = new PathSearch(strong, HeapRoots.list(List.of()), testObjects);
    List<Object> targets = objects.survivors(MAX_SURVIVORS);
    List<Optional<TargetPath>> reached = walks.search(targets, Stage.SOFT);
    List<Survivor> survivors = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      survivors.add(survivor(targets.get(i), reached.get(i)));
    }
    Proof proof = null;
    int first = survivors.stream().map(Survivor::holderKind).toList().indexOf(HolderKind.BY_A_ROOT);
    if (first >= 0) {
      proof = walks.proof(reached.get(first).orElseThrow(), targets.get(first));
      Survivor unproved = survivors.get(first);
      survivors.set(first, new Survivor(unproved.type(), unproved.holderKind(), proof.path()));
    }
    reached.forEach(path -> path.ifPresent(TargetPath::clearSoftReferences));
    return new SurvivorSearch(
        survival,
        survivors,
        proof == null ? null : proof.kept(),
        Duration.ofNanos(System.nanoTime() - start),
        walks.unread());
  }

  private static Survivor survivor(Object target, Optional<TargetPath> reached) {
    return new Survivor(
        ClassShape.className(target.getClass()),
        reached.map(found -> holderKind(found.stage())).orElse(HolderKind.UNSEEN),
        reached.map(TargetPath::path).orElse(null));
  }

  private static HolderKind holderKind(Stage stage) {
    return switch (stage) {
      case STRONG -> HolderKind.BY_A_ROOT;
      case HELD_BACK -> HolderKind.BY_THE_TEST;
      case LOADERS -> HolderKind.BY_A_LOADER;
      case SOFT -> HolderKind.SOFTLY;
    };
  }
}
