package dev.tare.survival;

import dev.tare.heap.Footprint;
import dev.tare.heap.RootPath;
import dev.tare.internal.survival.CommonPath;
import dev.tare.internal.survival.PathRemarks;
import dev.tare.internal.survival.ReleasedObjects.Survival;
import dev.tare.internal.survival.SurvivorSearch;
import dev.tare.internal.survival.SurvivorSearch.HolderKind;
import dev.tare.internal.survival.SurvivorSearch.Survivor;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import dev.tare.unit.Elapsed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Creates the measurement of {@link UncollectedObjects} from what it found.
 *
 * @param search what holds the survivors
 */
record CollectionFigures(Survival survival, SurvivorSearch search) {

  /** Returns the measurement with the number of survivors only, without what holds them. */
  static Observed countOnly(Survival survival) {
    return observed(
        survival.survivors(),
        List.of(
            "%s of %s let go"
                .formatted(
                    new Count(survival.survivors()).exact(),
                    new Count(survival.released()).exact()),
            collections(survival.collections(), survival.time())));
  }

  /** Returns the survivors that count: not those that the test holds, or soft references alone. */
  List<Survivor> counted() {
    List<Survivor> counted = new ArrayList<>(search.heldBy(HolderKind.ROOT));
    counted.addAll(search.heldBy(HolderKind.UNSEEN));
    return counted;
  }

  /**
   * Returns the measurement of the objects that count.
   *
   * @param verb how the test let go of the objects: {@code returned by}
   * @param type the class of all objects in words
   * @param holders remarks on what holds the objects
   */
  Observed measured(String verb, String type, List<Remark> holders) {
    int others = search.survivors().size() - counted().size();
    Count total = new Count((long) survival.survivors() - others);
    List<Remark> notes = new ArrayList<>();
    notes.add(
        Remark.of(
            Remark.HEADLINE,
            "Not collected: {survivors} of {released} {type} " + verb,
            total,
            survival.released(),
            type));
    notes.addAll(holders);
    List<String> phrases = new ArrayList<>();
    phrases.add(collections(survival.collections(), survival.time()));
    phrases.add("walks from all roots in " + time(search.time()));
    phrases.add("local variables and JNI references not searched");
    if (others > 0) {
      phrases.add(
          Count.withNoun(others, "further object", "further objects")
              + " that only the test, the JDK or soft references hold, not counted");
    }
    return observed((long) total.amount(), phrases)
        .withBreakdown(new Breakdown(total, rows(counted()), notes));
  }

  /** Returns remarks on what holds the first object that counts, and on what it keeps. */
  List<Remark> holders() {
    RootPath path = counted().get(0).path();
    List<Remark> remarks =
        new ArrayList<>(path == null ? List.of(PathRemarks.noPath()) : PathRemarks.of(path));
    Footprint retained = search.retained();
    if (retained != null) {
      remarks.add(
          Remark.of(
              Remark.KEEPS,
              "{size:both} in {objects|object|objects} that would go with it",
              retained.size(),
              retained.objects()));
    }
    return remarks;
  }

  /** Returns a row for each class and path; the objects that were not searched have one row. */
  private List<Row> rows(List<Survivor> counted) {
    Map<List<String>, Integer> groups = new LinkedHashMap<>();
    for (Survivor survivor : counted) {
      RootPath path = survivor.path();
      String where = path == null ? "no path from a visible root" : CommonPath.of(path);
      groups.merge(List.of(survivor.type(), where), 1, Integer::sum);
    }
    int unsearched = survival.survivors() - search.survivors().size();
    if (unsearched > 0) {
      groups.put(List.of("further objects", "not searched"), unsearched);
    }
    List<Row> rows = new ArrayList<>();
    groups.forEach(
        (group, number) ->
            rows.add(new Row(new Count(number), number, group.get(0), group.get(1))));
    return rows;
  }

  /** Returns the text of a path; the root of one from the test is a class. */
  static String text(@Nullable RootPath path) {
    return path == null ? "a constant of the JDK" : PathRemarks.ofTheTest(path.description(), "");
  }

  /** Returns a phrase for messages, such as {@code 3 collections in 12.4 ms}. */
  static String collections(int number, Duration time) {
    return Count.withNoun(number, "collection", "collections") + " in " + time(time);
  }

  private static String time(Duration time) {
    return new Elapsed(time.toNanos()).rounded();
  }

  private static Observed observed(long survivors, List<String> counted) {
    Count value = new Count(survivors);
    return Observed.exact(UncollectedObjects.FIGURE, value, Sampling.single(value), counted);
  }
}
