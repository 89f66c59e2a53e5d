package dev.tare.survival;

import dev.tare.heap.RootPath;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.walk.PathSearch;
import dev.tare.internal.survival.CommonPath;
import dev.tare.internal.survival.Survival;
import dev.tare.internal.survival.Survivor;
import dev.tare.internal.survival.Survivor.HolderKind;
import dev.tare.internal.survival.SurvivorSearch;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Creates the measurement of {@link CollectionMeter} from what it found.
 *
 * @param search what holds the survivors
 * @param origin the objects that the test let go of, in words
 * @param testClasses the classes of the test instances
 * @param dump a phrase about the heap dump; null if none was wanted
 */
record CollectionFigures(
    Survival survival,
    SurvivorSearch search,
    Origin origin,
    List<Class<?>> testClasses,
    @Nullable String dump) {

  private record SurvivorGroup(String type, String path) {}

  /**
   * Words for the objects that a test let go of.
   *
   * @param type the class of all of them; null if they are of several
   * @param returned whether the test returned them; otherwise it handed them over
   */
  record Origin(@Nullable String type, boolean returned) {

    /** Returns the first line of a failure, without the name of the test. */
    Remark headline(long survivors, int all) {
      return Remark.of(
          Remark.HEADLINE,
          "Not collected: {survivors} of {released} {type} "
              + (returned ? "returned by" : "handed over by"),
          survivors,
          all,
          type == null ? "objects" : type);
    }
  }

  /** Returns the measurement if all objects were collected. */
  static Observed allCollected(Survival survival) {
    return observed(0, countPhrases(survival), null);
  }

  /** Returns the measurement with the number of survivors only, without what holds them. */
  static Observed countOnly(Survival survival) {
    return observed(survival.survivors(), countPhrases(survival), null);
  }

  /**
   * Returns the measurement if the heap cannot be walked. It must not be judged, since only a walk
   * distinguishes what the program holds from what soft references or the test hold.
   *
   * @param dump a phrase about the heap dump; null if none was wanted
   */
  static Doubtful unsearched(
      Survival survival, UnweighableException obstacle, @Nullable String dump) {
    return new Doubtful(
        UncollectedObjects.FIGURE,
        "what holds the objects cannot be searched, so that soft references, fields of the test or"
            + " its arguments may: "
            + obstacle.getMessage()
            + (dump == null ? "" : "; " + dump),
        countOnly(survival));
  }

  /** Returns the measurement without what holds the objects. */
  Measurement unexplained() {
    return measurement(
        (counted, total) ->
            new Breakdown(
                new Count(total),
                List.of(new Breakdown.Row(new Count(total), total, "not collected", "")),
                notes(total)));
  }

  /**
   * Returns the measurement with what holds the objects.
   *
   * @param creationLine finds the line that created the objects of a class
   */
  Measurement measurement(Function<String, Optional<String>> creationLine) {
    return measurement((counted, total) -> breakdown(counted, total, creationLine));
  }

  private Measurement measurement(BiFunction<List<Survivor>, Long, Breakdown> breakdown) {
    List<Survivor> counted =
        search.survivors().stream()
            .filter(survivor -> counts(survivor.holderKind()))
            .sorted(Comparator.comparing(Survivor::holderKind))
            .toList();
    if (counted.isEmpty()) {
      return pathFromTest()
          .<Measurement>map(path -> new HeldByTest(path, testClasses).measurement())
          .orElseGet(this::withoutStrongPath);
    }
    long total = (long) counted.size() + unsearchedCount();
    return observed(total, phrases(total), breakdown.apply(counted, total));
  }

  private int unsearchedCount() {
    return survival.survivors() - search.survivors().size();
  }

  private List<Remark> notes(long total) {
    List<Remark> notes = new ArrayList<>();
    notes.add(origin.headline(total, survival.released()));
    if (dump != null) {
      notes.add(Remark.of(dump));
    }
    return notes;
  }

  private Breakdown breakdown(
      List<Survivor> counted, long total, Function<String, Optional<String>> creationLine) {
    Survivor shown =
        counted.stream()
            .filter(survivor -> survivor.path() != null)
            .findFirst()
            .orElse(counted.get(0));
    List<Remark> notes = notes(total);
    notes.addAll(notes(shown.path()));
    creationLine
        .apply(shown.type())
        .ifPresent(line -> notes.add(Remark.of(Remark.MADE_AT, "{line}, in one more call", line)));
    return new Breakdown(new Count(total), rows(counted, unsearchedCount()), notes);
  }

  private List<String> phrases(long counted) {
    List<String> phrases = new ArrayList<>();
    phrases.add(collections(survival.collections(), survival.time()));
    phrases.add("walks from all roots in " + time(search.time()));
    phrases.add("local variables and JNI references not searched");
    long others = survival.survivors() - counted;
    if (others > 0) {
      phrases.add(
          Count.withNoun(others, "further object", "further objects")
              + " held by soft references, the test, or a class loader that nothing holds, not"
              + " counted");
    }
    return phrases;
  }

  /** Returns the measurement if nothing that counts was found to hold the objects. */
  private Doubtful withoutStrongPath() {
    return new Doubtful(
        UncollectedObjects.FIGURE,
        "only soft references or a class loader that nothing visible holds lead to the objects, so"
            + " that a local variable or native code may hold them; clear these references or let"
            + " go of the loader in the test"
            + (dump == null ? "" : "; " + dump),
        countOnly(survival));
  }

  private static boolean counts(HolderKind kind) {
    return switch (kind) {
      case BY_A_ROOT, UNSEEN -> true;
      case BY_THE_TEST, BY_A_LOADER, SOFTLY -> false;
    };
  }

  private Optional<RootPath> pathFromTest() {
    return search.survivors().stream()
        .filter(survivor -> survivor.holderKind() == HolderKind.BY_THE_TEST)
        .map(Survivor::path)
        .flatMap(path -> Optional.ofNullable(path).stream())
        .findFirst();
  }

  private static List<Breakdown.Row> rows(List<Survivor> counted, int unsearched) {
    Map<SurvivorGroup, Integer> groups = new LinkedHashMap<>();
    for (Survivor survivor : counted) {
      groups.merge(new SurvivorGroup(survivor.type(), pathText(survivor)), 1, Integer::sum);
    }
    if (unsearched > 0) {
      groups.put(new SurvivorGroup("further objects", "not searched"), unsearched);
    }
    List<Breakdown.Row> rows = new ArrayList<>();
    groups.forEach(
        (group, number) ->
            rows.add(new Breakdown.Row(new Count(number), number, group.type, group.path)));
    return rows;
  }

  private static String pathText(Survivor survivor) {
    RootPath path = survivor.path();
    return path == null ? "no path from a visible root" : CommonPath.of(path);
  }

  private List<Remark> notes(@Nullable RootPath path) {
    List<Remark> notes = new ArrayList<>();
    if (path == null) {
      notes.add(PathRemarks.noPath());
    } else {
      notes.addAll(PathRemarks.of(path));
    }
    PathSearch.RetainedObjects retained = search.retained();
    if (retained != null) {
      notes.add(
          Remark.of(
              Remark.KEEPS,
              "{size:both} in {objects|object|objects} that would go with it",
              new DataSize(retained.bytes()),
              new Count(retained.objects())));
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

  private static List<String> countPhrases(Survival survival) {
    List<String> phrases = new ArrayList<>();
    phrases.add(
        new Count(survival.survivors()).exact()
            + " of "
            + new Count(survival.released()).exact()
            + " let go");
    phrases.add(collections(survival.collections(), survival.time()));
    return phrases;
  }

  /** Returns a phrase for messages, such as {@code 3 collections in 12.4 ms}. */
  static String collections(int number, Duration time) {
    return Count.withNoun(number, "collection", "collections") + " in " + time(time);
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
        breakdown);
  }
}
