package dev.tare.internal.survival;

import dev.tare.heap.RootPath;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.hprof.DumpSearch;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.survival.Survivor.HolderKind;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holders of objects according to a heap dump.
 *
 * @param survivors the objects, each with its path
 * @param time how long the dump was written and searched
 * @param kept the dump if it was not deleted; else null
 * @param obstacle why there is no dump; null if there is one
 */
public record SurvivorDump(
    List<Survivor> survivors,
    Duration time,
    @Nullable Path kept,
    @Nullable UnweighableException obstacle) {

  /** Copies the list. */
  public SurvivorDump {
    survivors = List.copyOf(survivors);
  }

  /** Writes a dump and searches it; the caller must hold the objects weakly alone. */
  static SurvivorDump search(
      List<WeakReference<Object>> objects, List<?> ofTheTest, boolean keeps) {
    long start = System.nanoTime();
    List<String> types = objects.stream().map(SurvivorDump::type).toList();
    try (DumpSearch search = DumpSearch.open(objects, ofTheTest, keeps)) {
      List<Survivor> survivors = survivors(search, types);
      Duration time = Duration.ofNanos(System.nanoTime() - start);
      return new SurvivorDump(survivors, time, keeps ? search.file() : null, null);
    } catch (UnweighableException e) {
      List<Survivor> unseen =
          types.stream().map(type -> new Survivor(type, HolderKind.UNSEEN, null)).toList();
      return new SurvivorDump(unseen, Duration.ofNanos(System.nanoTime() - start), null, e);
    }
  }

  /**
   * Replaces survivors of a walk by what the dump shows of them.
   *
   * @param numbers the positions of the dump's survivors among those of the walk
   */
  void complete(List<Survivor> walked, List<Integer> numbers) {
    for (int i = 0; i < survivors.size(); i++) {
      int number = numbers.get(i);
      walked.set(number, completed(walked.get(number), survivors.get(i)));
    }
  }

  /** Returns the dump with the time and obstacle of a second one. */
  SurvivorDump and(SurvivorDump second) {
    return new SurvivorDump(survivors, time.plus(second.time), kept, second.obstacle);
  }

  private Survivor completed(Survivor walked, Survivor dumped) {
    boolean isStrong =
        dumped.hold() == HolderKind.BY_A_ROOT || dumped.hold() == HolderKind.BY_THE_TEST;
    if (walked.hold() == HolderKind.UNSEEN || isStrong) {
      return dumped;
    }
    return obstacle == null
        ? new Survivor(walked.type(), HolderKind.SOFTLY, walked.path())
        : walked;
  }

  private static String type(WeakReference<Object> reference) {
    Object object = reference.get();
    return object == null ? "collected since" : ClassShape.className(object.getClass());
  }

  /** Searches as walks do: from the program's roots, then from the test, then softly. */
  private static List<Survivor> survivors(DumpSearch search, List<String> types) {
    List<Survivor> survivors = new ArrayList<>();
    types.forEach(type -> survivors.add(new Survivor(type, HolderKind.UNSEEN, null)));
    fill(survivors, HolderKind.BY_A_ROOT, search.paths(false, false, 1));
    if (survivors.stream().anyMatch(survivor -> survivor.hold() == HolderKind.UNSEEN)) {
      fill(survivors, HolderKind.BY_THE_TEST, search.paths(true, false, 0));
    }
    if (survivors.stream().anyMatch(survivor -> survivor.hold() == HolderKind.UNSEEN)) {
      fill(survivors, HolderKind.SOFTLY, search.paths(true, true, 0));
    }
    return survivors;
  }

  private static void fill(
      List<Survivor> survivors, HolderKind hold, List<Optional<RootPath>> paths) {
    for (int i = 0; i < paths.size(); i++) {
      Survivor survivor = survivors.get(i);
      if (survivor.hold() == HolderKind.UNSEEN && paths.get(i).isPresent()) {
        survivors.set(i, new Survivor(survivor.type(), hold, paths.get(i).get()));
      }
    }
  }
}
