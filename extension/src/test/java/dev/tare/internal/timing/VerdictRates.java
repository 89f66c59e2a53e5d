package dev.tare.internal.timing;

import dev.tare.model.Budget;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts verdicts about methods of known speed on a real clock: what a user can expect of this
 * machine and JVM. No test, since its numbers belong to the machine and take minutes.
 *
 * <p>The repetitions are its only argument:
 *
 * <pre>mvn -pl extension test-compile exec:java -Dexec.classpathScope=test
 *     -Dexec.mainClass=dev.tare.internal.timing.VerdictRates -Dexec.args=2</pre>
 */
final class VerdictRates {

  private static final Caps CAPS = new Caps(Elapsed.parse("3 s"), Elapsed.parse("3 s"));

  private final Benchmark benchmark = new Benchmark(Clock.ofThisJvm(), CAPS);
  private final Workloads workloads = new Workloads();
  private final int repetitions;

  private VerdictRates(int repetitions) {
    this.repetitions = repetitions;
  }

  /** Prints one line for each question, its verdicts counted over all workloads. */
  public static void main(String[] arguments) throws Throwable {
    VerdictRates rates = new VerdictRates(Integer.parseInt(arguments[0]));
    System.out.printf(Locale.ROOT, "Java %s%n", System.getProperty("java.version"));
    for (double limit : List.of(1.00, 1.10, 1.25)) {
      rates.countRatio("equal methods, limit " + new Ratio(limit), "", limit);
    }
    for (double limit : List.of(1.10, 1.50)) {
      rates.countRatio("twice the work, limit " + new Ratio(limit), "Twice", limit);
    }
    for (double share : List.of(0.75, 1.0, 1.25)) {
      rates.countAbsolute("absolute, limit " + share + " of an earlier value", share);
    }
  }

  private void countRatio(String question, String tested, double limit) throws Throwable {
    Budget budget = Budget.atMost(TimeFigures.TIME_RATIO, new Ratio(limit));
    Counts counts = new Counts();
    for (int i = 0; i < repetitions; i++) {
      for (String name : Workloads.NAMES) {
        counts.add(name, judge(name + tested, name, budget));
      }
    }
    counts.print(question);
  }

  private void countAbsolute(String question, double share) throws Throwable {
    Counts counts = new Counts();
    for (int i = 0; i < repetitions; i++) {
      for (String name : Workloads.NAMES) {
        Budget none = Budget.unlimited(TimeFigures.TIME_PER_CALL);
        Observed observed = (Observed) benchmark.measure(arm(name), null, List.of(none)).get(0);
        Elapsed limit = new Elapsed(share * observed.value().amount());
        counts.add(name, judge(name, null, Budget.atMost(TimeFigures.TIME_PER_CALL, limit)));
      }
    }
    counts.print(question);
  }

  private Verdict judge(String tested, @Nullable String baseline, Budget budget) throws Throwable {
    Arm other = baseline == null ? null : arm(baseline);
    return budget.judge(benchmark.measure(arm(tested), other, List.of(budget)).get(0));
  }

  private Arm arm(String name) throws NoSuchMethodException {
    return new Arm(name, workloads.body(name));
  }

  /** Verdicts of one question, and how long they took. */
  private static final class Counts {
    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private final long start = System.nanoTime();
    private int all;

    void add(String name, Verdict verdict) {
      outcomes.merge(verdict.outcome(), 1, Integer::sum);
      all++;
      Observed observed = verdict.observed().orElseThrow();
      System.out.printf(
          Locale.ROOT,
          "    %-8s %-12s %s (%s to %s), limit %s; %s %s%n",
          name,
          verdict.outcome(),
          observed.value().exact(),
          observed.lower().exact(),
          observed.upper().exact(),
          verdict.budget().limit(),
          observed.counted().get(0).substring(0, 9),
          observed.distortions());
    }

    void print(String question) {
      System.out.printf(
          Locale.ROOT,
          "%-50s %s, %.1f s each%n",
          question,
          outcomes,
          (System.nanoTime() - start) / 1e9 / all);
    }
  }
}
