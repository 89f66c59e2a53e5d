package dev.tare.survival;

import dev.tare.heap.Footprint;
import dev.tare.heap.RootPath;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.survival.Survival;
import dev.tare.internal.survival.Survivor;
import dev.tare.internal.survival.Survivor.Hold;
import dev.tare.internal.survival.SurvivorSearch;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
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
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Measurement of objects that were not collected.
 *
 * @param softly whether objects that only soft references hold count
 */
record SurvivalFigures(Survival survival, SurvivorSearch search, boolean softly) {

  private static final Pattern ARRAY_INDEX = Pattern.compile("\\[\\d+]");

  private record Place(String type, String path) {}

  /** Returns the measurement if all objects were collected. */
  static Observed none(Survival survival) {
    return observed(0, counted(survival), null);
  }

  /** Returns the number of survivors without what holds them. */
  static Observed all(Survival survival) {
    return observed(survival.survivors(), counted(survival), null);
  }

  /** Returns the number of survivors where the heap cannot be walked. */
  static Observed unexplained(Survival survival, UnweighableException obstacle) {
    Count total = new Count(survival.survivors());
    return all(survival)
        .withBreakdown(
            new Breakdown(
                total,
                List.of(new Breakdown.Row(total, total.items(), "not collected", "")),
                List.of(
                    Remark.of(
                        "unsearched",
                        "what holds them was not searched; soft references or fields of the test"
                            + " may: {reason}; {remedy}",
                        obstacle.reason(),
                        obstacle.remedy()))));
  }

  Measurement measurement() {
    List<Survivor> counted =
        search.survivors().stream().filter(survivor -> counts(survivor.hold())).toList();
    int unsearched = survival.survivors() - search.survivors().size();
    if (counted.isEmpty()) {
      return byTest()
          .<Measurement>map(SurvivalFigures::heldByTest)
          .orElseGet(() -> rest(unsearched));
    }
    List<Breakdown.Row> rows = rows(counted, Math.max(0, unsearched));
    long total = rows.stream().mapToLong(Breakdown.Row::count).sum();
    List<String> phrases = counted(survival);
    phrases.add("walks in " + time(search.time()));
    phrases.add("frames and JNI not looked at");
    return observed(total, phrases, new Breakdown(new Count(total), rows, notes(counted)));
  }

  /** Returns the measurement if only soft references hold the objects that were searched. */
  private Measurement rest(int unsearched) {
    List<String> phrases = counted(survival);
    phrases.add("those left are held by soft references alone, which do not count");
    return unsearched <= 0
        ? observed(0, phrases, null)
        : new Doubtful(
            UncollectedObjects.FIGURE,
            "only soft references hold the first "
                + Count.withNoun(search.survivors().size(), "object", "objects")
                + ", and what holds the others was not searched; let go of fewer",
            all(survival));
  }

  private boolean counts(Hold hold) {
    return switch (hold) {
      case BY_A_ROOT, UNSEEN -> true;
      case SOFTLY -> softly;
      case BY_THE_TEST -> false;
    };
  }

  private Optional<RootPath> byTest() {
    return search.survivors().stream()
        .filter(survivor -> survivor.hold() == Hold.BY_THE_TEST)
        .map(Survivor::path)
        .flatMap(path -> Optional.ofNullable(path).stream())
        .findFirst();
  }

  private static Missing heldByTest(RootPath path) {
    return new Missing(
        UncollectedObjects.FIGURE,
        "the test itself still holds an object it let go of: " + held(path),
        path.steps().isEmpty()
            ? "create the object in the test, not as its argument"
            : "set the field to null in the test, or keep the object in a local variable");
  }

  private static String held(RootPath path) {
    StringBuilder text = new StringBuilder(path.root());
    path.steps().forEach(step -> text.append(step.reference()));
    return text.toString();
  }

  private static List<Breakdown.Row> rows(List<Survivor> counted, int unsearched) {
    Map<Place, Integer> places = new LinkedHashMap<>();
    for (Survivor survivor : counted) {
      places.merge(new Place(survivor.type(), where(survivor)), 1, Integer::sum);
    }
    if (unsearched > 0) {
      places.put(new Place("further objects", "not searched"), unsearched);
    }
    List<Breakdown.Row> rows = new ArrayList<>();
    places.forEach(
        (place, number) ->
            rows.add(new Breakdown.Row(new Count(number), number, place.type, place.path)));
    return rows;
  }

  /** Returns the path to a survivor, without the positions in arrays, which differ. */
  private static String where(Survivor survivor) {
    RootPath path = survivor.path();
    return path == null
        ? "no path from a visible root"
        : ARRAY_INDEX.matcher(path.description()).replaceAll("[*]");
  }

  private List<Remark> notes(List<Survivor> counted) {
    List<Remark> notes = new ArrayList<>();
    counted.stream()
        .flatMap(survivor -> Optional.ofNullable(survivor.path()).stream())
        .findFirst()
        .ifPresent(path -> notes.addAll(PathRemarks.of(path)));
    Footprint kept = search.kept();
    if (kept != null) {
      notes.add(
          Remark.of(
              Remark.KEEPS,
              "{size:both} in {objects|object|objects} that would go with it",
              kept.size(),
              kept.objects()));
    }
    if (!search.unread().isEmpty()) {
      notes.add(
          new Remark(
              "unread-classes",
              "not followed, since their fields cannot be listed: {classes}",
              Map.of("classes", search.unread())));
    }
    return notes;
  }

  private static List<String> counted(Survival survival) {
    List<String> phrases = new ArrayList<>();
    phrases.add(
        new Count(survival.survivors()).exact()
            + " of "
            + new Count(survival.released()).exact()
            + " let go");
    phrases.add(
        Count.withNoun(survival.collections(), "collection", "collections")
            + " in "
            + time(survival.time()));
    return phrases;
  }

  private static String time(Duration time) {
    return new Elapsed(time.toNanos()).rounded();
  }

  private static Observed observed(
      long survivors, List<String> counted, @Nullable Breakdown breakdown) {
    Count value = new Count(survivors);
    return new Observed(
        UncollectedObjects.FIGURE,
        value,
        value,
        value,
        Sampling.single(value),
        counted,
        List.of(),
        true, // no other limit is possible
        breakdown);
  }
}
