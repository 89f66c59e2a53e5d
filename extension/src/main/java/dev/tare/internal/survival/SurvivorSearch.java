package dev.tare.internal.survival;

import dev.tare.heap.UnweighableException;
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
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Search for what holds the objects that were not collected.
 *
 * @param survivors the first of these objects, each with its path
 * @param retained what would be freed with the first survivor that a root holds, or else with the
 *     first that soft references hold; null if there is neither
 * @param time how long the walks took
 * @param unread classes whose fields could not be listed and were not followed
 * @param dump the heap dump that was searched; null if there was none
 */
public record SurvivorSearch(
    List<Survivor> survivors,
    @Nullable RetainedObjects retained,
    Duration time,
    List<String> unread,
    @Nullable SurvivorDump dump) {

  /** Maximum number of survivors whose paths are searched, all in one walk. */
  private static final int MAX_SURVIVORS = 1_000;

  /** Copies the lists. */
  public SurvivorSearch {
    survivors = List.copyOf(survivors);
    unread = List.copyOf(unread);
  }

  /**
   * Options of a search with a heap dump.
   *
   * @param softly whether objects that only soft references hold count, so that it does not matter
   *     whether something else holds them too
   * @param needsPaths whether paths are shown; otherwise no dump is written if the walk has found
   *     an object that counts
   * @param keepsDump whether the dump is not deleted
   */
  public record SearchOptions(boolean softly, boolean needsPaths, boolean keepsDump) {}

  /**
   * Walks the heap, and searches a heap dump for holders that a walk cannot see: those of objects
   * without a path, and further ones of softly held objects. If this JVM does not allow an agent to
   * be loaded, only the dump is searched, for all objects.
   *
   * @param testObjects the test instances and arguments; objects that only they lead to do not
   *     count as held by the program
   * @throws UnweighableException if neither an agent nor a dump is available
   */
  public static SurvivorSearch walkAndDump(
      ReleasedObjects objects, List<?> testObjects, SearchOptions options) {
    List<WeakReference<Object>> references = new ArrayList<>();
    SurvivorSearch walked;
    try {
      walked = walk(objects, testObjects, references);
    } catch (UnweighableException e) {
      return dumpOnly(objects, testObjects, options.keepsDump, e);
    }
    List<Integer> soft = walked.indexes(HolderKind.SOFTLY_OR_UNSEEN);
    boolean decided =
        !walked.indexes(HolderKind.BY_A_ROOT).isEmpty() || (options.softly && !soft.isEmpty());
    if (decided && !options.needsPaths) {
      return walked;
    }
    return walked.completedByDump(
        references, testObjects, options.softly ? List.of() : soft, options.keepsDump);
  }

  /**
   * Returns this search with what a heap dump shows of the unseen and some other survivors.
   *
   * @param soft the indexes of the others, which soft references hold
   */
  private SurvivorSearch completedByDump(
      List<WeakReference<Object>> references,
      List<?> testObjects,
      List<Integer> soft,
      boolean keepsDump) {
    List<Integer> searched =
        Stream.concat(indexes(HolderKind.UNSEEN).stream(), soft.stream()).toList();
    if (searched.isEmpty()) {
      return this;
    }
    SurvivorDump dump = SurvivorDump.search(select(references, searched), testObjects, keepsDump);
    List<Survivor> all = new ArrayList<>(survivors);
    dump.complete(all, searched);
    // confirmed by a second dump, since a thread may just have used the object of a soft reference
    List<Integer> inUse =
        soft.stream().filter(i -> all.get(i).holderKind() == HolderKind.BY_A_ROOT).toList();
    if (!inUse.isEmpty()) {
      inUse.forEach(i -> all.set(i, survivors.get(i)));
      SurvivorDump second = SurvivorDump.search(select(references, inUse), testObjects, false);
      second.complete(all, inUse);
      dump = dump.plus(second);
    }
    return new SurvivorSearch(all, retained, time, unread, dump);
  }

  private List<Integer> indexes(HolderKind kind) {
    return IntStream.range(0, survivors.size())
        .filter(i -> survivors.get(i).holderKind() == kind)
        .boxed()
        .toList();
  }

  private static List<WeakReference<Object>> select(
      List<WeakReference<Object>> references, List<Integer> indexes) {
    return indexes.stream().map(references::get).toList();
  }

  private static SurvivorSearch dumpOnly(
      ReleasedObjects objects, List<?> testObjects, boolean keepsDump, UnweighableException e) {
    SurvivorDump dump =
        SurvivorDump.search(objects.weakReferences(MAX_SURVIVORS), testObjects, keepsDump);
    if (dump.obstacle() != null) {
      throw e;
    }
    return new SurvivorSearch(dump.survivors(), null, Duration.ZERO, List.of(), dump);
  }

  /**
   * Walks the heap, without a dump.
   *
   * @param testObjects the test instances and arguments; objects that only they lead to do not
   *     count as held by the program
   * @throws UnweighableException if this JVM does not allow an agent to be loaded
   */
  public static SurvivorSearch walk(ReleasedObjects objects, List<?> testObjects) {
    return walk(objects, testObjects, new ArrayList<>());
  }

  /**
   * Walks the heap, and adds weak references to the survivors to a list. The frame of this method
   * holds all survivors, so it must have ended when a dump is written.
   */
  private static SurvivorSearch walk(
      ReleasedObjects objects, List<?> testObjects, List<WeakReference<Object>> references) {
    HeapAccess.require();
    long start = System.nanoTime();
    ClassShapes strong = new ClassShapes(ReferencePolicy.keeping(Set.of()), ObjectSizes.running());
    PathSearch walks = new PathSearch(strong, HeapRoots.list(List.of()), testObjects);
    List<Object> targets = objects.survivors(MAX_SURVIVORS);
    targets.forEach(target -> references.add(new WeakReference<>(target)));
    return search(walks, targets, start);
  }

  private static SurvivorSearch search(PathSearch walks, List<Object> targets, long start) {
    List<Survivor> survivors = new ArrayList<>();
    List<Optional<TargetPath>> reached = walks.search(targets, Stage.SOFT);
    for (int i = 0; i < targets.size(); i++) {
      survivors.add(survivor(targets.get(i), reached.get(i)));
    }
    Proof proof = null;
    int first = firstHeld(survivors);
    if (first >= 0) {
      proof = walks.proof(reached.get(first).orElseThrow(), targets.get(first));
      Survivor unproved = survivors.get(first);
      survivors.set(first, new Survivor(unproved.type(), unproved.holderKind(), proof.path()));
    }
    return new SurvivorSearch(
        survivors,
        proof == null ? null : proof.kept(),
        Duration.ofNanos(System.nanoTime() - start),
        walks.unread(),
        null);
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
      case LOADERS, SOFT -> HolderKind.SOFTLY_OR_UNSEEN;
    };
  }

  private static int firstHeld(List<Survivor> survivors) {
    List<HolderKind> kinds = survivors.stream().map(Survivor::holderKind).toList();
    int byRoot = kinds.indexOf(HolderKind.BY_A_ROOT);
    return byRoot >= 0 ? byRoot : kinds.indexOf(HolderKind.SOFTLY_OR_UNSEEN);
  }
}
