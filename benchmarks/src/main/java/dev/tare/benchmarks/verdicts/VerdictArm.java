package dev.tare.benchmarks.verdicts;

import dev.tare.benchmarks.times.Workloads;
import dev.tare.internal.call.TestBodies;
import dev.tare.internal.timing.Benchmark;
import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.Statistic;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.model.Verdict;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One JVM's share of the verdicts. Each verdict is a line of the standard output. The arguments:
 *
 * <ol>
 *   <li>the number of this JVM, which decides with which work it begins
 *   <li>five numbers: how many verdicts of each {@link Question} it gives
 *   <li>the compared methods: {@code held} hold their work themselves, {@code called} call work in
 *       classes of its own, a list such as {@code parsing,regex} some of the latter
 * </ol>
 *
 * <p>One JVM with ten equal pairs that call the parsing of numbers:
 *
 * <pre>java -cp … dev.tare.benchmarks.verdicts.VerdictArm 0 10 0 0 0 0 parsing</pre>
 */
public final class VerdictArm {

  private static final Budget BUDGET =
      Budget.atMost(TimeFigures.TIME_RATIO, new Ratio(Question.LIMIT));

  /** Default caps of a suite. */
  private static final TimeCaps CAPS = new TimeCaps(Elapsed.parse("2.5 s"), Elapsed.parse("2.5 s"));

  /** The standard one, but what the work returns changes from call to call. */
  private static final SamplingPlan PROCEDURE = new SamplingPlan(Statistic.ROBUST, 1, 1, false);

  private static final int FIRST_NUMBER = 1;
  private static final int METHODS = FIRST_NUMBER + Question.values().length;

  private final Workloads workloads = new Workloads();

  /** The works that lie in classes of their own; none: the methods hold their work. */
  private final List<String> called;

  /** Index of the next work; JVMs begin with different ones. */
  private final Map<Question, Integer> turns = new EnumMap<>(Question.class);

  private VerdictArm(int jvm, List<String> called) {
    this.called = called;
    Arrays.stream(Question.values()).forEach(question -> turns.put(question, jvm));
  }

  /** Gives the verdicts, then finds the true ratios. */
  public static void main(String[] arguments) throws Throwable {
    int jvm = Integer.parseInt(arguments[0]);
    List<Integer> numbers =
        Arrays.stream(arguments, FIRST_NUMBER, METHODS).map(Integer::valueOf).toList();
    VerdictArm arm = new VerdictArm(jvm, called(arguments[METHODS]));
    for (Question question : schedule(numbers)) {
      arm.give(question);
    }
    arm.findTruth(jvm);
  }

  /** Returns the names in {@code called} or a list of them, none for {@code held}. */
  private static List<String> called(String methods) {
    return switch (methods) {
      case "held" -> List.of();
      case "called" -> CalledPair.names();
      default -> List.of(methods.split(","));
    };
  }

  private void findTruth(int jvm) throws ReflectiveOperationException {
    for (Question question : Question.values()) {
      if (called.isEmpty()) {
        for (Rounds.Kind kind : Rounds.Kind.values()) {
          printTruth(question, kind.name(), kind.of(question.ratio)::work, kind.of(1)::work);
        }
      } else {
        // one of them in each JVM: their copies would share the profile of this loop
        String work = called.get(jvm % called.size());
        printTruth(
            question,
            work,
            CalledPair.work(work, question.ratio)::work,
            CalledPair.work(work, 1)::work);
      }
    }
  }

  private static void printTruth(
      Question question, String work, Runnable tested, Runnable baseline) {
    System.out.println("truth %s %s %s".formatted(question, work, TrueRatio.of(tested, baseline)));
  }

  /** The questions mixed, so that none has the fresh JVM for itself. */
  private static List<Question> schedule(List<Integer> numbers) {
    List<Question> schedule = new ArrayList<>();
    int[] left = numbers.stream().mapToInt(Integer::intValue).toArray();
    while (Arrays.stream(left).anyMatch(number -> number > 0)) {
      for (Question question : Question.values()) {
        if (left[question.ordinal()]-- > 0) {
          schedule.add(question);
        }
      }
    }
    return schedule;
  }

  private void give(Question question) throws Throwable {
    int turn = turns.merge(question, 1, Integer::sum);
    Object pair = called.isEmpty() ? this : CalledPair.of(work(question, turn), question.ratio);
    BenchmarkCase tested = arm(question, turn, question.ratio, pair, "tested");
    BenchmarkCase baseline = arm(question, turn, 1, pair, "baseline");
    long from = System.nanoTime();
    Verdict verdict =
        BUDGET.judge(
            new Benchmark(JvmCounters.ofThisJvm(), CAPS, PROCEDURE)
                .measure(tested, baseline, List.of(BUDGET))
                .get(0));
    long nanos = System.nanoTime() - from;
    System.out.println(
        "verdict %s %s %s %s"
            .formatted(question, verdict.outcome(), nanos, words(question, turn, verdict)));
  }

  private BenchmarkCase arm(Question question, int turn, double ratio, Object pair, String name)
      throws NoSuchMethodException {
    if (pair != this) {
      return arm(name, pair, pair.getClass(), name);
    }
    if (question == Question.EQUAL && isReal(turn)) {
      return arm(name, workloads, Workloads.class, real(turn));
    }
    return arm(name, kind(turn).of(ratio), Rounds.class, "work");
  }

  private static BenchmarkCase arm(String name, Object target, Class<?> type, String method)
      throws NoSuchMethodException {
    return new BenchmarkCase(
        name,
        TestBodies.of(
            target,
            type.getDeclaredMethod(method),
            new Object[0],
            (called, instance, values) -> {
              throw new IllegalStateException("a stub was expected for " + called);
            }));
  }

  /** Equal methods need no known pace, so most of them do real work. */
  private static boolean isReal(int turn) {
    return turn % 4 != 0;
  }

  /** Returns a workload other than the empty one, which is below the floor. */
  private static String real(int turn) {
    return Workloads.NAMES.get(1 + turn % (Workloads.NAMES.size() - 1));
  }

  private static Rounds.Kind kind(int turn) {
    return Rounds.Kind.values()[turn % Rounds.Kind.values().length];
  }

  private String work(Question question, int turn) {
    if (!called.isEmpty()) {
      return called.get(turn % called.size());
    }
    return question == Question.EQUAL && isReal(turn) ? real(turn) : kind(turn).name();
  }

  private String words(Question question, int turn, Verdict verdict) {
    String work = work(question, turn);
    return verdict
        .observed()
        .map(
            seen ->
                "%s %s (%s to %s) %s"
                    .formatted(
                        work,
                        seen.value().exact(),
                        seen.lower().exact(),
                        seen.upper().exact(),
                        seen.distortions()))
        .orElse(work);
  }
}
