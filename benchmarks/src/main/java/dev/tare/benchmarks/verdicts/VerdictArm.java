package dev.tare.benchmarks.verdicts;

import dev.tare.Body;
import dev.tare.MeasuredBody;
import dev.tare.Tare;
import dev.tare.benchmark.TimeMetrics;
import dev.tare.benchmarks.times.Workloads;
import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import dev.tare.model.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * One JVM's share of the verdicts. Each verdict is a line of the standard output. The arguments:
 *
 * <ol>
 *   <li>the number of this JVM, which decides with which work it begins
 *   <li>a number for each question: how many verdicts of each {@link Question} it gives
 *   <li>the compared methods: {@code held} hold their work themselves, {@code called} call work in
 *       classes of its own, a list such as {@code parsing,regex} some of the latter
 * </ol>
 *
 * <p>One JVM with ten equal pairs that call the parsing of numbers:
 *
 * <pre>java -cp … dev.tare.benchmarks.verdicts.VerdictArm 0 10 0 0 0 0 0 0 parsing</pre>
 */
public final class VerdictArm {

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
      if (question.isOfTime()) {
        continue;
      }
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
    Bodies bodies = bodies(question, turn);
    Function<Options, Metric> limit = options -> TimeMetrics.ratioAtMost(Question.LIMIT, options);
    if (question.isOfTime()) {
      String most = (long) Math.ceil(TrueRatio.nanos(bodies.alone()) / question.ratio) + " ns";
      limit = options -> TimeMetrics.atMost(most, options);
    }
    MeasuredBody compared =
        question.isOfTime()
            ? bodies.tested()
            : bodies.tested().withBaseline(bodies.baseline()).withEqualResults(false);
    long from = System.nanoTime();
    Verdict verdict = compared.judge("judge", limit).orElseThrow().verdicts().get(0);
    long nanos = System.nanoTime() - from;
    System.out.println(
        "verdict %s %s %s %s"
            .formatted(question, verdict.outcome(), nanos, words(question, turn, verdict)));
  }

  /** The method, its baseline, and the method without Tare. */
  private record Bodies(MeasuredBody tested, MeasuredBody baseline, Runnable alone) {}

  private Bodies bodies(Question question, int turn) throws ReflectiveOperationException {
    double ratio = question.isOfTime() ? 1 : question.ratio;
    if (!called.isEmpty()) {
      List<Body.OfLong> methods = CalledPair.methods(work(question, turn), ratio);
      Body.OfLong tested = methods.get(0);
      return new Bodies(Tare.calling(tested), Tare.calling(methods.get(1)), () -> callOnce(tested));
    }
    if (question == Question.EQUAL && isReal(turn)) {
      return new Bodies(real(real(turn)), real(real(turn)), () -> {});
    }
    Rounds tested = kind(turn).of(ratio);
    Rounds baseline = kind(turn).of(1);
    Callable<Object> testedWork = tested::work;
    Callable<Object> baselineWork = baseline::work;
    return new Bodies(Tare.calling(testedWork), Tare.calling(baselineWork), tested::work);
  }

  private static void callOnce(Body.OfLong body) {
    try {
      body.call();
    } catch (Exception thrown) {
      throw new IllegalStateException(thrown);
    }
  }

  private MeasuredBody real(String name) {
    Body.OfInt recursion = workloads::recursion;
    Body.OfLong sum = workloads::sum;
    Callable<?> object =
        switch (name) {
          case "concat" -> workloads::concat;
          case "get" -> workloads::get;
          case "put" -> workloads::put;
          case "sha" -> workloads::sha;
          case "sort" -> workloads::sort;
          default -> workloads::allocate;
        };
    return switch (name) {
      case "recursion" -> Tare.calling(recursion);
      case "sum" -> Tare.calling(sum);
      default -> Tare.calling(object);
    };
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
