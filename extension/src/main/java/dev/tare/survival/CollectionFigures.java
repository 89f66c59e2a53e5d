package dev.tare.survival;

import dev.tare.extension.Configuration;
import dev.tare.heap.RootPath;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.walk.PathSearch;
import dev.tare.internal.survival.CommonPath;
import dev.tare.internal.survival.Survival;
import dev.tare.internal.survival.Survivor;
import dev.tare.internal.survival.Survivor.HolderKind;
import dev.tare.internal.survival.SurvivorDump;
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
 * @param softly whether objects that only soft references hold count
 * @param testClasses the classes of the test instances
 */
record CollectionFigures(
    Survival survival,
    SurvivorSearch search,
    Origin origin,
    boolean softly,
    List<Class<?>> testClasses) {

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
   */
  static Doubtful unsearched(Survival survival, UnweighableException obstacle) {
    return new Doubtful(
        UncollectedObjects.FIGURE,
        "what holds the objects cannot be searched, so that soft references, fields of the test or"
            + " its arguments may: "
            + obstacle.getMessage(),
        countOnly(survival));
  }

  /** Returns the measurement without what holds the objects. */
  Measurement unexplained() {
    return measurement(
        (counted, total) ->
            new Breakdown(
                new Count(total),
                List.of(new Breakdown.Row(new Count(total), total, "not collected", "")),
                List.of(headline(total))));
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
          .orElseGet(() -> withoutStrongPath(unsearchedCount()));
    }
    long total = counted.size() + Math.max(0L, unsearchedCount());
    return observed(total, phrases(total), breakdown.apply(counted, total));
  }

  private int unsearchedCount() {
    return survival.survivors() - search.survivors().size();
  }

  private Remark headline(long total) {
    return origin.headline(total, survival.released());
  }

  private Breakdown breakdown(
      List<Survivor> counted, long total, Function<String, Optional<String>> creationLine) {
    Survivor shown =
        counted.stream()
            .filter(survivor -> survivor.path() != null)
            .findFirst()
            .orElse(counted.get(0));
    List<Remark> notes = new ArrayList<>();
    notes.add(headline(total));
    notes.addAll(notes(shown.path()));
    creationLine
        .apply(shown.type())
        .ifPresent(line -> notes.add(Remark.of(Remark.MADE_AT, "{line}, in one more call", line)));
    return new Breakdown(new Count(total), rows(counted, Math.max(0, unsearchedCount())), notes);
  }

  private List<String> phrases(long counted) {
    List<String> phrases = new ArrayList<>();
    phrases.add(collections(survival.collections(), survival.time()));
    if (!search.time().isZero()) {
      phrases.add("walks from all roots in " + time(search.time()));
    }
    phrases.add(dumpPhrase(search.dump()));
    long others = survival.survivors() - counted;
    if (others > 0) {
      phrases.add(
          Count.withNoun(others, "further object", "further objects")
              + " held by soft references or the test alone, not counted");
    }
    return phrases;
  }

  private boolean isDumpSearched() {
    return search.dump() != null && search.dump().obstacle() == null;
  }

  private static String dumpPhrase(@Nullable SurvivorDump dump) {
    if (dump == null) {
      return "local variables and JNI references not searched";
    }
    if (dump.obstacle() != null) {
      return "local variables and JNI references not searched, since " + dump.obstacle().reason();
    }
    return "heap dump searched in "
        + time(dump.time())
        + (dump.file() == null ? "" : ", kept at " + dump.file());
  }

  /** Returns the measurement if no strong reference was found to the objects that were searched. */
  private Measurement withoutStrongPath(int unsearched) {
    if (search.survivors().stream()
        .anyMatch(survivor -> survivor.holderKind() == HolderKind.SOFTLY_OR_UNSEEN)) {
      return withoutDump(search.dump());
    }
    List<String> phrases = countPhrases(survival);
    phrases.add("those left are held by soft references alone, which do not count");
    return unsearched <= 0
        ? observed(0, phrases, null)
        : new Doubtful(
            UncollectedObjects.FIGURE,
            "only soft references hold the first "
                + Count.withNoun(search.survivors().size(), "object", "objects")
                + ", and what holds the others was not searched; let go of fewer",
            countOnly(survival));
  }

  private Doubtful withoutDump(@Nullable SurvivorDump dump) {
    UnweighableException obstacle = dump == null ? null : dump.obstacle();
    return new Doubtful(
        UncollectedObjects.FIGURE,
        "only a heap dump shows whether a local variable or JNI reference also holds the objects"
            + " that soft references hold: "
            + (obstacle == null
                ? Configuration.HEAP_DUMP + " = never; leave it out, or set softly = true"
                : obstacle.getMessage()),
        countOnly(survival));
  }

  private boolean counts(HolderKind kind) {
    return switch (kind) {
      case BY_A_ROOT, UNSEEN -> true;
      case SOFTLY, SOFTLY_OR_UNSEEN -> softly;
      case BY_THE_TEST -> false;
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
    if (path == null) {
      return "no path from a visible root";
    }
    // the kind alone does not decide: it is the same for objects that a class loader holds, without
    // a soft reference on their path
    boolean softly =
        survivor.holderKind() != HolderKind.BY_A_ROOT
            && path.steps().stream().anyMatch(step -> step.reference().equals(".referent"));
    return (softly ? "softly held by " : "") + CommonPath.of(path);
  }

  private List<Remark> notes(@Nullable RootPath path) {
    List<Remark> notes = new ArrayList<>();
    if (path == null) {
      notes.add(PathRemarks.noPath(isDumpSearched()));
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
        true, // no other limit is possible
        breakdown);
  }
}
