package dev.tare.benchmarks.verdicts;

import dev.tare.benchmarks.times.Workloads;
import dev.tare.internal.call.TestBodies;
import dev.tare.internal.timing.Arm;
import dev.tare.internal.timing.Benchmark;
import dev.tare.internal.timing.Caps;
import dev.tare.internal.timing.Clock;
import dev.tare.internal.timing.Procedure;
import dev.tare.internal.timing.Statistic;
import dev.tare.internal.timing.TimeFigures;
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
 * One JVM's share of the verdicts. The arguments are the number of this JVM and how many verdicts
 * of each question it gives; each is a line of the standard output.
 */
public final class VerdictArm {

  private static final Budget BUDGET =
      Budget.atMost(TimeFigures.TIME_RATIO, new Ratio(Question.LIMIT));

  /** What a suite has unless it says otherwise. */
  private static final Caps CAPS = new Caps(Elapsed.parse("2.5 s"), Elapsed.parse("2.5 s"));

  /** The standard one, but what the work returns changes from call to call. */
  private static final Procedure PROCEDURE =
      new Procedure(Statistic.ROBUST, null, Procedure.STANDARD.confidence(), 1, 1, false);

  private final Workloads workloads = new Workloads();

  /** Which work comes next; JVMs begin with different ones. */
  private final Map<Question, Integer> turns = new EnumMap<>(Question.class);

  private VerdictArm(int jvm) {
    Arrays.stream(Question.values()).forEach(question -> turns.put(question, jvm));
  }

  /** Gives the verdicts, then finds the true ratios. */
  public static void main(String[] arguments) throws Throwable {
    int jvm = Integer.parseInt(arguments[0]);
    VerdictArm arm = new VerdictArm(jvm);
    for (Question question : schedule(arguments)) {
      arm.give(question);
    }
    for (Rounds.Kind kind : Rounds.Kind.values()) {
      for (Question question : Question.values()) {
        double ratio = TrueRatio.of(kind.of(question.ratio), kind.of(1));
        System.out.println("truth " + question + " " + kind + " " + ratio);
      }
    }
  }

  /** The questions mixed, so that none has the fresh JVM for itself. */
  private static List<Question> schedule(String... arguments) {
    List<Question> schedule = new ArrayList<>();
    int[] left = Arrays.stream(arguments).skip(1).mapToInt(Integer::parseInt).toArray();
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
    Arm tested = arm(question, turn, question.ratio, "tested");
    Arm baseline = arm(question, turn, 1, "baseline");
    long from = System.nanoTime();
    Verdict verdict =
        BUDGET.judge(
            new Benchmark(Clock.ofThisJvm(), CAPS, PROCEDURE)
                .measure(tested, baseline, List.of(BUDGET))
                .get(0));
    long nanos = System.nanoTime() - from;
    System.out.println(
        "verdict %s %s %s %s"
            .formatted(question, verdict.outcome(), nanos, words(question, turn, verdict)));
  }

  private Arm arm(Question question, int turn, double ratio, String name) throws Exception {
    if (question == Question.EQUAL && isReal(turn)) {
      return arm(name, workloads, Workloads.class, real(turn));
    }
    return arm(name, kind(turn).of(ratio), Rounds.class, "work");
  }

  private static Arm arm(String name, Object target, Class<?> type, String method)
      throws NoSuchMethodException {
    return new Arm(
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

  /** Not the empty one, which is below the floor. */
  private static String real(int turn) {
    return Workloads.NAMES.get(1 + turn % (Workloads.NAMES.size() - 1));
  }

  private static Rounds.Kind kind(int turn) {
    return Rounds.Kind.values()[turn % Rounds.Kind.values().length];
  }

  private static String words(Question question, int turn, Verdict verdict) {
    String work = question == Question.EQUAL && isReal(turn) ? real(turn) : kind(turn).name();
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
