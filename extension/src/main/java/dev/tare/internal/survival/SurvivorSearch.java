package dev.tare.internal.survival;

import dev.tare.heap.Footprint;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.RootPath;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.set.VisitedSetChoice;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.PathSearch;
import dev.tare.internal.survival.Survivor.Hold;
import java.lang.ref.SoftReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What holds the objects that were not collected.
 *
 * @param survivors the first of them, each with its path
 * @param kept the objects that would go with the first survivor; null if no path was found
 * @param time how long the walks took
 * @param softReferences whether soft references were followed, which not every collector allows
 * @param unread classes whose fields could not be listed and were not followed
 */
public record SurvivorSearch(
    List<Survivor> survivors,
    @Nullable Footprint kept,
    Duration time,
    boolean softReferences,
    List<String> unread) {

  /** Largest number of survivors whose paths are searched, all in one walk. */
  private static final int MOST = 1_000;

  /** Copies the lists. */
  public SurvivorSearch {
    survivors = List.copyOf(survivors);
    unread = List.copyOf(unread);
  }

  /**
   * Searches the heap.
   *
   * @param testInstances objects of JUnit, through which no object counts as held by the program
   * @throws UnweighableException if this JVM does not allow an agent to be loaded
   */
  public static SurvivorSearch of(ReleasedObjects objects, List<?> testInstances) {
    HeapAccess.require();
    long start = System.nanoTime();
    return new Walks(objects.some(MOST), testInstances).search(start);
  }

  /** The walks of one search; it holds the survivors until it returns. */
  private static final class Walks {

    private final List<Object> targets;
    private final List<?> testInstances;
    private final Set<String> unread = new TreeSet<>();
    private final @Nullable Survivor[] found;

    Walks(List<Object> targets, List<?> testInstances) {
      this.targets = targets;
      this.testInstances = testInstances;
      this.found = new @Nullable Survivor[targets.size()];
    }

    SurvivorSearch search(long start) {
      boolean soft = VisitedSetChoice.movesOnlyInPauses();
      search(Hold.BY_A_ROOT, Set.of(), List.of(), testInstances);
      search(Hold.BY_THE_TEST, Set.of(), testInstances, List.of());
      if (soft) {
        search(Hold.SOFTLY, Set.of(SoftReference.class), testInstances, List.of());
      }
      List<Survivor> survivors = new ArrayList<>();
      for (int i = 0; i < found.length; i++) {
        Survivor survivor = found[i];
        survivors.add(survivor != null ? survivor : new Survivor(type(i), Hold.UNSEEN, null));
      }
      Footprint kept = survivors.isEmpty() ? null : kept(survivors.get(0));
      return new SurvivorSearch(
          survivors, kept, Duration.ofNanos(System.nanoTime() - start), soft, List.copyOf(unread));
    }

    private @Nullable Footprint kept(Survivor first) {
      return first.hold() == Hold.BY_A_ROOT && !(targets.get(0) instanceof Class<?>)
          ? ObjectGraph.open().retained(targets.get(0), testInstances.toArray()).retained()
          : null;
    }

    /** Searches the survivors that no earlier search found. */
    private void search(
        Hold hold, Set<Class<?>> referents, List<?> extraRoots, List<?> notEntered) {
      List<Integer> open = new ArrayList<>();
      List<Object> missing = new ArrayList<>();
      for (int i = 0; i < found.length; i++) {
        if (found[i] == null) {
          open.add(i);
          missing.add(targets.get(i));
        }
      }
      if (missing.isEmpty()) {
        return;
      }
      PathSearch walk =
          new PathSearch(
              new ClassShapes(ReferencePolicy.keeping(referents), ObjectSizes.running()),
              HeapRoots.list(extraRoots),
              notEntered);
      List<Optional<RootPath>> paths = walk.paths(missing, 1);
      for (int i = 0; i < paths.size(); i++) {
        int number = open.get(i);
        paths.get(i).ifPresent(path -> found[number] = new Survivor(type(number), hold, path));
      }
      unread.addAll(walk.unread());
    }

    private String type(int number) {
      return ClassShape.className(targets.get(number).getClass());
    }
  }
}
