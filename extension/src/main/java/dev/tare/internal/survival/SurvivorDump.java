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
 * What a heap dump shows of the holders of survivors.
 *
 * @param survivors the objects, each with its path
 * @param time how long it took to write and search the dump
 * @param file the dump if it was not deleted; else null
 * @param obstacle why there is no dump; null if there is one
 */
public record SurvivorDump(
    List<Survivor> survivors,
    Duration time,
    @Nullable Path file,
    @Nullable UnweighableException obstacle) {

  /** Copies the list. */
  public SurvivorDump {
    survivors = List.copyOf(survivors);
  }

  /** Writes a dump and searches it. The caller must not hold the objects, except weakly. */
  static SurvivorDump search(
      List<WeakReference<Object>> objects, List<?> testObjects, boolean keepsDump) {
    long start = System.nanoTime();
    List<String> types = objects.stream().map(SurvivorDump::type).toList();
    try (DumpSearch search = DumpSearch.open(objects, testObjects, keepsDump)) {
      List<Survivor> survivors = survivors(search, types);
      Duration time = Duration.ofNanos(System.nanoTime() - start);
      return new SurvivorDump(survivors, time, keepsDump ? search.file() : null, null);
    } catch (UnweighableException e) {
      List<Survivor> unseen =
          types.stream().map(type -> new Survivor(type, HolderKind.UNSEEN, null)).toList();
      return new SurvivorDump(unseen, Duration.ofNanos(System.nanoTime() - start), null, e);
    }
  }

  /**
   * Replaces survivors of a walk by what the dump shows of them.
   *
   * @param indexes the indexes of the dump's survivors among those of the walk
   */
  void complete(List<Survivor> walked, List<Integer> indexes) {
    for (int i = 0; i < survivors.size(); i++) {
      int index = indexes.get(i);
      walked.set(index, completed(walked.get(index), survivors.get(i)));
    }
  }

  /** Returns this dump with the obstacle of a second one, and the time of both. */
  SurvivorDump plus(SurvivorDump second) {
    return new SurvivorDump(survivors, time.plus(second.time), file, second.obstacle);
  }

  private Survivor completed(Survivor walked, Survivor dumped) {
    boolean isStrong =
        dumped.holderKind() == HolderKind.BY_A_ROOT
            || dumped.holderKind() == HolderKind.BY_THE_TEST;
    if (walked.holderKind() == HolderKind.UNSEEN || isStrong) {
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

  /** Searches from the program's roots, then from the test, then along soft references too. */
  private static List<Survivor> survivors(DumpSearch search, List<String> types) {
    List<Survivor> survivors = new ArrayList<>();
    types.forEach(type -> survivors.add(new Survivor(type, HolderKind.UNSEEN, null)));
    fillUnseen(survivors, HolderKind.BY_A_ROOT, search.paths(false, false, 1));
    if (survivors.stream().anyMatch(survivor -> survivor.holderKind() == HolderKind.UNSEEN)) {
      fillUnseen(survivors, HolderKind.BY_THE_TEST, search.paths(true, false, 0));
    }
    if (survivors.stream().anyMatch(survivor -> survivor.holderKind() == HolderKind.UNSEEN)) {
      fillUnseen(survivors, HolderKind.SOFTLY, search.paths(true, true, 0));
    }
    return survivors;
  }

  private static void fillUnseen(
      List<Survivor> survivors, HolderKind kind, List<Optional<RootPath>> paths) {
    for (int i = 0; i < paths.size(); i++) {
      Survivor survivor = survivors.get(i);
      if (survivor.holderKind() == HolderKind.UNSEEN && paths.get(i).isPresent()) {
        survivors.set(i, new Survivor(survivor.type(), kind, paths.get(i).get()));
      }
    }
  }
}
