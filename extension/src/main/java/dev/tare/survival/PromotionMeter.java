package dev.tare.survival;

import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.call.TestOverlap;
import dev.tare.internal.survival.Promotion;
import dev.tare.internal.survival.Promotion.Obstacle;
import dev.tare.internal.survival.PromotionRounds;
import dev.tare.internal.survival.YoungCollections;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures the bytes that calls make old, and confirms a figure above the limit.
 *
 * @param calls the number of calls before each young collection
 * @param hasExplicitCalls whether the annotation sets this number
 * @param rounds the maximum number of judged collections
 */
record PromotionMeter(int calls, boolean hasExplicitCalls, int rounds) implements Meter {

  /** Factor of the number of calls before each collection, to confirm a failure. */
  private static final int CONFIRMATION_FACTOR = 10;

  private static final Remark EARLY_PROMOTION =
      Remark.of(
          "early-promotion",
          "objects become old before their age: the survivor space is too small for them, or the"
              + " JVM lowers the age; a greater -Xmn may help");

  /** Measures the bytes that become old with some number of calls before each collection. */
  @FunctionalInterface
  interface PromotionSeries {
    /**
     * Measures a series.
     *
     * @param byMedian whether the median of many rounds counts, and not the least of a few
     */
    Promotion measure(int calls, boolean byMedian) throws Throwable;
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    Optional<YoungCollections> young = YoungCollections.ofThisJvm();
    if (young.isEmpty()) {
      subject.call(); // its own failure takes precedence
      return List.of(
          new Missing(
              PromotedBytes.FIGURE,
              "this JVM does not count the bytes of objects that become old",
              "run with -XX:+UseG1GC, -XX:+UseParallelGC or -XX:+UseSerialGC, and with a"
                  + " MaxTenuringThreshold of at most 15"));
    }
    PromotionRounds rounds = new PromotionRounds(young.get(), subject.body(), this.rounds);
    PromotionSeries series =
        (calls, byMedian) -> byMedian ? rounds.measureMedian(calls) : rounds.measure(calls);
    boolean exact = young.get().countsObjects();
    return List.of(measure(series, budgets.get(0), exact, subject.concurrent()));
  }

  /**
   * Measures, and confirms a figure above the limit, or one that a raised age may hide.
   *
   * @param exact whether the collector counts objects, and not buffers that hold them
   * @param concurrent whether other tests run at the same time
   */
  Measurement measure(PromotionSeries series, Budget budget, boolean exact, boolean concurrent)
      throws Throwable {
    Promotion first = series.measure(calls, false);
    if (first.obstacle().isEmpty() && isWithin(budget, first) && first.mayHide(limit(budget) + 1)) {
      first = series.measure(calls, true);
    }
    Optional<Measurement> obstructed = obstructed(first);
    if (obstructed.isPresent()) {
      return obstructed.get();
    }
    Observed observed = observed(first, exact);
    if (isWithin(budget, first)) {
      return observed;
    }
    if (concurrent) {
      return new Doubtful(
          PromotedBytes.FIGURE,
          TestOverlap.reason("and their objects are in the figure"),
          observed);
    }
    if (!exact && limit(budget) > 0) {
      return new Doubtful(
          PromotedBytes.FIGURE,
          "the figure includes unused ends of the collector's buffers, so that only a limit of 0 B"
              + " can be exceeded; for greater ones, run with -XX:+UseSerialGC",
          observed);
    }
    Promotion idle = series.measure(0, false);
    if (idle.rounds().isEmpty() || idle.bytesPerCall() > 0) {
      return new Doubtful(
          PromotedBytes.FIGURE,
          "the program makes objects old even while the test is not called; stop its other threads",
          observed);
    }
    return hasExplicitCalls ? observed : confirmed(observed, first, series, budget, exact);
  }

  /**
   * Measures again with more calls before each collection, so that objects that are used for a
   * while survive fewer collections. If nothing becomes old then, it may have been objects of the
   * JVM, so the first series is repeated.
   */
  private Measurement confirmed(
      Observed observed, Promotion first, PromotionSeries series, Budget budget, boolean exact)
      throws Throwable {
    int moreCalls = (int) Math.min((long) CONFIRMATION_FACTOR * calls, maxCalls(first));
    if (moreCalls < 2 * calls) {
      return observed;
    }
    Promotion second = series.measure(moreCalls, false);
    if (!isWithinForSure(budget, second, first)) {
      return observed;
    }
    Promotion repeated = series.measure(calls, false);
    if (isWithinForSure(budget, repeated, first)) {
      return observed(repeated, exact);
    }
    return new Doubtful(
        PromotedBytes.FIGURE,
        "it depends on how often young collections occur: with one after each %s calls, %s a call"
                .formatted(calls, new DataSize(first.bytesPerCall()).exact())
            + " become old, with one after each %s calls %s; set calls, for example calls = %s"
                .formatted(moreCalls, new DataSize(second.bytesPerCall()).exact(), moreCalls),
        observed);
  }

  /** Returns whether a series is within the limit and does not hide what the first one found. */
  private static boolean isWithinForSure(Budget budget, Promotion series, Promotion first) {
    return series.obstacle().isEmpty()
        && isWithin(budget, series)
        && !series.mayHide(first.bytesPerCall());
  }

  /**
   * Returns the maximum number of calls before each collection at which the old objects take at
   * most a quarter of the heap if none is freed.
   */
  private static long maxCalls(Promotion promotion) {
    return Runtime.getRuntime().maxMemory()
        / 4
        / (promotion.bytesPerCall() * promotion.collections());
  }

  private static boolean isWithin(Budget budget, Promotion promotion) {
    return budget.judge(observed(promotion, true)).outcome() == Outcome.WITHIN;
  }

  private static long limit(Budget budget) {
    Quantity limit = budget.limit();
    return limit == null ? 0 : ((DataSize) limit).bytes();
  }

  private static Optional<Measurement> obstructed(Promotion promotion) {
    return promotion
        .obstacle()
        .map(
            obstacle ->
                obstacle == Obstacle.YOUNG_SPACE_TOO_LARGE
                    ? new Missing(
                        PromotedBytes.FIGURE,
                        "the space for new objects is too large to be filled for each collection",
                        "limit it, for example with -Xmn256m")
                    : new Doubtful(PromotedBytes.FIGURE, reason(obstacle), null));
  }

  private static String reason(Obstacle obstacle) {
    return switch (obstacle) {
      case WHOLE_HEAP_COLLECTED ->
          "a collection of the whole heap made all objects old; give the JVM more memory with -Xmx,"
              + " and do not call System.gc()";
      case OLD_OBJECTS_FREED ->
          "young collections freed old objects too, which hides what they made old; give the JVM"
              + " more memory with -Xmx, or run with -XX:+UseSerialGC";
      case HEAP_NEARLY_FULL ->
          "the heap is nearly full before objects are old; give the JVM more memory with -Xmx, or"
              + " call the test less often, for example calls = 1";
      case YOUNG_SPACE_TOO_LARGE -> throw new IllegalArgumentException(obstacle.name());
    };
  }

  private static Observed observed(Promotion promotion, boolean exact) {
    DataSize value = new DataSize(promotion.bytesPerCall());
    return new Observed(
        PromotedBytes.FIGURE,
        value,
        value,
        value,
        new Sampling(
            promotion.byMedian() ? "median" : "minimum",
            promotion.rounds().size(),
            0,
            new DataSize(promotion.leastPerCall()),
            new DataSize(promotion.mostPerCall()),
            null),
        counted(promotion, exact),
        promotion.early() ? List.of(EARLY_PROMOTION) : List.of(),
        null);
  }

  private static List<String> counted(Promotion promotion, boolean exact) {
    List<String> phrases = new ArrayList<>();
    if (promotion.direct() > 0) {
      phrases.add(
          new DataSize(promotion.directPerCall()).exact()
              + " of it in large objects, which are old from the beginning");
    }
    phrases.add(
        "a young collection after each "
            + Count.withNoun(promotion.calls(), "call", "calls")
            + ", objects of all threads");
    phrases.add(CollectionFigures.collections(promotion.collections(), promotion.time()));
    if (!exact && promotion.bytesPerCall() > 0) {
      phrases.add("with the unused ends of the collector's buffers");
    }
    return phrases;
  }
}
