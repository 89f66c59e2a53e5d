package dev.tare.survival;

import static dev.tare.internal.launch.Attributes.require;

import dev.tare.extension.Broken;
import dev.tare.extension.Configuration;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.internal.call.PlantedClass;
import dev.tare.internal.call.TestOverlap;
import dev.tare.internal.survival.PromotionRounds;
import dev.tare.internal.survival.PromotionRounds.Promotion;
import dev.tare.internal.survival.YoungCollections;
import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.List;
import java.util.Optional;

/**
 * Metric of the bytes of objects that calls make old. A figure above the limit is <i>exceeded</i>
 * only if a second series of rounds is above it too, and rounds without calls make far less old.
 *
 * @param calls the number of calls before each young collection
 * @param hasExplicitCalls whether the annotation sets this number; if not, the second series has
 *     ten times as many
 */
record PromotedBytes(Budget promised, int calls, boolean hasExplicitCalls) implements Metric {

  static final Figure FIGURE = new Figure("promoted-bytes", "promoted bytes", true);

  private static final int DEFAULT_CALLS = 10;

  private static final int MORE_CALLS = 10;

  private static final String DISTURBED =
      "the whole heap was collected, or is nearly full, which hides what calls make old; give the"
          + " JVM more memory with -Xmx, do not call System.gc(), or set calls = 1";

  private static final String BUFFERS =
      "the figure includes unused ends of the collector's buffers, so that only a limit of 0 B can"
          + " be exceeded; for greater ones, run with -XX:+UseSerialGC";

  private static final Remark HELP =
      Remark.of(
          "find-old-objects",
          "@MaxSurvivingBytes shows the lines whose objects stay, @MaxAllocatedBytes those of"
              + " large objects, which are old at once");

  /** Measures what some number of calls before each collection make old. */
  @FunctionalInterface
  interface PromotionSeries {
    /** Returns a series; empty if the space for new objects is too large. */
    Optional<Promotion> measure(int calls) throws Throwable;
  }

  static PromotedBytes of(
      MaxPromotedBytes annotation, Subject.Site site, Configuration configuration) {
    return of(configuration.bytesAtMost(FIGURE, annotation.value()), annotation.calls());
  }

  static PromotedBytes of(Budget limit, int calls) {
    require(
        calls >= 1 || calls == Unset.NUMBER,
        "calls = " + calls,
        "at least one call is needed before a collection",
        "calls = 10");
    boolean isExplicit = calls != Unset.NUMBER;
    return new PromotedBytes(limit, isExplicit ? calls : DEFAULT_CALLS, isExplicit);
  }

  @Override
  public List<Budget> budgets() {
    return List.of(promised);
  }

  @Override
  public int order() {
    return 530;
  }

  @Override
  public boolean needsManyCalls() {
    return true;
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    Optional<YoungCollections> young = YoungCollections.ofThisJvm();
    if (young.isEmpty()) {
      subject.call(); // its own failure takes precedence
      return List.of(
          new Missing(
              FIGURE,
              "this JVM does not count the bytes of objects that become old",
              "run with -XX:+UseG1GC, -XX:+UseParallelGC or -XX:+UseSerialGC, and with a"
                  + " MaxTenuringThreshold of at most 15"));
    }
    PromotionRounds rounds = new PromotionRounds(young.get(), subject.body());
    long limit = limit(budgets.get(0));
    PromotionSeries series = number -> rounds.measure(number, number == 0 ? 0 : limit);
    boolean exact = young.get().countsObjects();
    return List.of(measure(series, budgets.get(0), exact, subject.concurrent()));
  }

  @Override
  public Optional<Broken> broken(Subject subject, List<Budget> limits, List<Measurement> measured)
      throws Throwable {
    PlantedClass plant = PlantedClass.beside(subject.testInstances());
    double bytes = limits.get(0).amount() + 1;
    return Optional.of(
        new Broken(
            this,
            (value, argument) -> {
              plant.keep(1, bytes);
              return value;
            }));
  }

  /**
   * Measures, and repeats the measurement of a figure above the limit.
   *
   * @param exact whether the collector counts objects, and not buffers that hold them
   * @param concurrent whether other tests run at the same time
   */
  Measurement measure(PromotionSeries series, Budget budget, boolean exact, boolean concurrent)
      throws Throwable {
    Optional<Promotion> measured = series.measure(calls);
    if (measured.isEmpty()) {
      return new Missing(
          FIGURE,
          "the space for new objects is too large to be filled for each collection",
          "limit it, for example with -Xmn256m");
    }
    Promotion first = measured.get();
    if (first.rounds().isEmpty()) {
      return Observed.unknown(FIGURE, new DataSize(0), DISTURBED);
    }
    Observed observed = observed(first);
    if (budget.judge(observed).outcome() == Outcome.WITHIN) {
      return observed;
    }
    if (concurrent) {
      return observed.inDoubt(TestOverlap.reason("and their objects are in the figure"));
    }
    return exact || limit(budget) == 0
        ? again(series, limit(budget), first, observed)
        : observed.inDoubt(BUFFERS);
  }

  /**
   * Measures a figure that may be above the limit again. If its median is not, and no round of the
   * second series is, the rest of the first series is not the body's.
   */
  private Measurement again(PromotionSeries series, long limit, Promotion first, Observed observed)
      throws Throwable {
    Promotion idle = series.measure(0).orElse(first);
    Promotion second = series.measure(hasExplicitCalls ? calls : moreCalls(first)).orElse(first);
    if (idle.rounds().isEmpty() || second.rounds().isEmpty()) {
      return observed.inDoubt(DISTURBED);
    }
    if (first.median() <= limit && second.most() <= limit) {
      return observed(second);
    }
    if (Math.min(first.medianBeside(idle), second.medianBeside(idle)) > limit) {
      return observed.withBreakdown(new Breakdown(new DataSize(0), List.of(), List.of(HELP)));
    }
    if (Math.min(first.median(), second.median()) > limit || idle.median() > 0) {
      return observed.inDoubt(
          "the program makes objects old even while the test is not called; stop its threads, or"
              + " raise calls");
    }
    return observed.inDoubt(
        "it depends on how often young collections occur: with one after each %s calls, %s a call become old, and %s with one after each %s; set calls, for example calls = %s"
            .formatted(
                calls,
                new DataSize(first.most()).exact(),
                new DataSize(second.most()).exact(),
                second.calls(),
                MORE_CALLS * calls));
  }

  /** Returns ten times as many calls, but no more than fill a quarter of the heap. */
  private int moreCalls(Promotion first) {
    long bytesPerCall = Math.max(1, first.most()) * first.collections();
    long most = Runtime.getRuntime().maxMemory() / 4 / bytesPerCall;
    return (int) Math.max(calls, Math.min((long) MORE_CALLS * calls, most));
  }

  private static long limit(Budget budget) {
    return budget.limit() instanceof DataSize size ? size.bytes() : 0;
  }

  private static Observed observed(Promotion promotion) {
    List<Long> rounds = promotion.rounds();
    DataSize median = new DataSize(promotion.median());
    DataSize least = new DataSize(rounds.get(0));
    DataSize most = new DataSize(rounds.get(rounds.size() - 1));
    return Observed.exact(
            FIGURE,
            median,
            new Sampling("median", rounds.size(), 0, least, most, null),
            List.of(
                "a young collection after each "
                    + Count.withNoun(promotion.calls(), "call", "calls")
                    + ", objects of all threads",
                CollectionFigures.collections(promotion.collections(), promotion.time())))
        .withInterval(median, new DataSize(promotion.most()));
  }
}
