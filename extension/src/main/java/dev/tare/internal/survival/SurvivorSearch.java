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
 * Holders of the objects that were not collected.
 *
 * @param survivors the first of them, each with its path
 * @param kept what would go with the first survivor that a root holds, or else with the first that
 *     soft references hold; null if there is neither
 * @param time how long the walks took
 * @param unread classes whose fields could not be listed and were not followed
 * @param dump the heap dump that was searched; null if there was none
 */
public record SurvivorSearch(
    List<Survivor> survivors,
    @Nullable RetainedObjects kept,
    Duration time,
    List<String> unread,
    @Nullable SurvivorDump dump) {

  /** Largest number of survivors whose paths are searched, all in one walk. */
  private static final int MOST = 1_000;

  /** Copies the lists. */
  public SurvivorSearch {
    survivors = List.copyOf(survivors);
    unread = List.copyOf(unread);
  }

  /**
   * Purpose of a search.
   *
   * @param softly whether objects that only soft references hold count, so that it does not matter
   *     whether something else holds them too
   * @param explained whether paths are shown; otherwise no dump is written if the walk has found an
   *     object that counts
   */
  public record Purpose(boolean softly, boolean explained, boolean keepsDump) {}

  /**
   * Walks the heap, and searches a heap dump for what the walk cannot see: what holds the objects
   * without a path, and whether it holds those of soft references too. If this JVM does not allow
   * an agent to be loaded, the dump is searched for all objects.
   *
   * @param ofTheTest objects of JUnit, through which no object counts as held by the program
   * @throws UnweighableException if neither an agent nor a dump is available
   */
  public static SurvivorSearch withDump(
      ReleasedObjects objects, List<?> ofTheTest, Purpose purpose) {
    List<WeakReference<Object>> references = new ArrayList<>();
    SurvivorSearch walked;
    try {
      walked = of(objects, ofTheTest, references);
    } catch (UnweighableException e) {
      return dumped(objects, ofTheTest, purpose.keepsDump, e);
    }
    List<Integer> soft = walked.numbers(HolderKind.SOFTLY_OR_UNSEEN);
    boolean decided =
        !walked.numbers(HolderKind.BY_A_ROOT).isEmpty() || (purpose.softly && !soft.isEmpty());
    if (decided && !purpose.explained) {
      return walked;
    }
    return walked.completed(
        references, ofTheTest, purpose.softly ? List.of() : soft, purpose.keepsDump);
  }

  private SurvivorSearch completed(
      List<WeakReference<Object>> references,
      List<?> ofTheTest,
      List<Integer> soft,
      boolean keepsDump) {
    List<Integer> searched =
        Stream.concat(numbers(HolderKind.UNSEEN).stream(), soft.stream()).toList();
    if (searched.isEmpty()) {
      return this;
    }
    SurvivorDump dump = SurvivorDump.search(some(references, searched), ofTheTest, keepsDump);
    List<Survivor> all = new ArrayList<>(survivors);
    dump.complete(all, searched);
    // a thread may have used the object of a soft reference just then
    List<Integer> inUse =
        soft.stream().filter(i -> all.get(i).hold() == HolderKind.BY_A_ROOT).toList();
    if (!inUse.isEmpty()) {
      inUse.forEach(i -> all.set(i, survivors.get(i)));
      SurvivorDump second = SurvivorDump.search(some(references, inUse), ofTheTest, false);
      second.complete(all, inUse);
      dump = dump.and(second);
    }
    return new SurvivorSearch(all, kept, time, unread, dump);
  }

  private List<Integer> numbers(HolderKind hold) {
    return IntStream.range(0, survivors.size())
        .filter(i -> survivors.get(i).hold() == hold)
        .boxed()
        .toList();
  }

  private static List<WeakReference<Object>> some(
      List<WeakReference<Object>> references, List<Integer> numbers) {
    return numbers.stream().map(references::get).toList();
  }

  private static SurvivorSearch dumped(
      ReleasedObjects objects, List<?> ofTheTest, boolean keepsDump, UnweighableException e) {
    SurvivorDump dump = SurvivorDump.search(objects.weakly(MOST), ofTheTest, keepsDump);
    if (dump.obstacle() != null) {
      throw e;
    }
    return new SurvivorSearch(dump.survivors(), null, Duration.ZERO, List.of(), dump);
  }

  /**
   * Walks the heap.
   *
   * @param ofTheTest objects of JUnit, through which no object counts as held by the program
   * @throws UnweighableException if this JVM does not allow an agent to be loaded
   */
  public static SurvivorSearch of(ReleasedObjects objects, List<?> ofTheTest) {
    return of(objects, ofTheTest, new ArrayList<>());
  }

  /** Walks the heap, and adds the objects to a list; its frame holds them all. */
  private static SurvivorSearch of(
      ReleasedObjects objects, List<?> ofTheTest, List<WeakReference<Object>> references) {
    HeapAccess.require();
    long start = System.nanoTime();
    ClassShapes strong = new ClassShapes(ReferencePolicy.keeping(Set.of()), ObjectSizes.running());
    PathSearch walks = new PathSearch(strong, HeapRoots.list(List.of()), ofTheTest);
    List<Object> targets = objects.some(MOST);
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
      survivors.set(first, new Survivor(unproved.type(), unproved.hold(), proof.path()));
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
        reached.map(found -> hold(found.stage())).orElse(HolderKind.UNSEEN),
        reached.map(TargetPath::path).orElse(null));
  }

  private static HolderKind hold(Stage stage) {
    return switch (stage) {
      case STRONG -> HolderKind.BY_A_ROOT;
      case HELD_BACK -> HolderKind.BY_THE_TEST;
      case LOADERS, SOFT -> HolderKind.SOFTLY_OR_UNSEEN;
    };
  }

  private static int firstHeld(List<Survivor> survivors) {
    List<HolderKind> holds = survivors.stream().map(Survivor::hold).toList();
    int byRoot = holds.indexOf(HolderKind.BY_A_ROOT);
    return byRoot >= 0 ? byRoot : holds.indexOf(HolderKind.SOFTLY_OR_UNSEEN);
  }
}
