package dev.tare.benchmark;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.timing.JvmOptionsOf;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JvmOptionsMeterTests {

  private static final Budget MAX = Budget.atMost(TimeFigures.TIME_PER_CALL, new Elapsed(100));
  private static final Budget RATIO = Budget.atMost(TimeFigures.TIME_RATIO, new Ratio(2));
  private static final Budget FIRST = Budget.atMost(TimeFigures.FIRST_CALL, new Elapsed(100));
  private static final Schedule SCHEDULE = new Schedule(2, 5, false);
  private static final String ASSERTED = "the test's own assertions are checked (-ea)";
  private static final Map<String, String> INTERPRETED = Map.of("UseCompiler", "false");
  private static final Map<String, String> BATCH = Map.of("BackgroundCompilation", "false");

  private final TimeMeterTests.Counted counted = new TimeMeterTests.Counted();
  private final List<Budget> asked = new ArrayList<>();

  /** Returns half or twice each limit. */
  private List<Measurement> measure(Map<String, String> flags, double share, Budget... budgets)
      throws Throwable {
    Meter meter =
        (subject, schedule, given) -> {
          asked.addAll(given);
          return Arrays.stream(budgets)
              .<Measurement>map(budget -> observed(budget, share))
              .toList();
        };
    return new JvmOptionsMeter(meter, JvmOptionsOf.flags(flags))
        .measure(counted.subject(false), SCHEDULE, List.of(budgets));
  }

  private static Observed observed(Budget budget, double share) {
    Quantity limit = budget.limit();
    Quantity value = limit == null ? new Elapsed(1) : limit.withAmount(limit.amount() * share);
    return Observed.exact(budget.figure(), value, Sampling.single(value), List.of());
  }

  private Outcome outcome(Map<String, String> flags, double share, Budget budget) throws Throwable {
    return budget.judge(measure(flags, share, budget).get(0)).outcome();
  }

  @Test
  void limitsAreInconclusiveWithoutTheOptimizer() throws Throwable {
    for (double share : new double[] {0.5, 2}) {
      assertThat(outcome(INTERPRETED, share, MAX)).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(outcome(INTERPRETED, share, RATIO)).isEqualTo(Outcome.INCONCLUSIVE);
    }
  }

  @Test
  void theReasonNamesTheOptionAndTheKey() throws Throwable {
    Doubtful doubtful = (Doubtful) measure(INTERPRETED, 2, MAX).get(0);

    assertThat(doubtful.reason())
        .contains("-Xint")
        .endsWith("judge it even so with tare.allowUnoptimized = true");
    assertThat(requireNonNull(doubtful.observed()).inflated()).isTrue();
  }

  @Test
  void limitsAreJudgedWhereTheSuiteAllowsIt() throws Throwable {
    counted.keys.put("tare.allowUnoptimized", "true");

    assertThat(outcome(INTERPRETED, 0.5, MAX)).isEqualTo(Outcome.WITHIN);
    assertThat(outcome(INTERPRETED, 2, MAX)).isEqualTo(Outcome.EXCEEDED);
    assertThat(outcome(INTERPRETED, 2, RATIO)).isEqualTo(Outcome.EXCEEDED);
    assertThat(outcome(INTERPRETED, 2, FIRST)).isEqualTo(Outcome.EXCEEDED);
  }

  @Test
  void exceedingFirstCallIsInconclusive() throws Throwable {
    for (Map<String, String> flags : List.of(INTERPRETED, BATCH)) {
      assertThat(outcome(flags, 0.5, FIRST)).isEqualTo(Outcome.WITHIN);
      assertThat(outcome(flags, 2, FIRST)).isEqualTo(Outcome.INCONCLUSIVE);
    }
  }

  @Test
  void waitingForTheCompilerLeavesRepeatedCallsJudged() throws Throwable {
    assertThat(outcome(BATCH, 2, MAX)).isEqualTo(Outcome.EXCEEDED);
    assertThat(outcome(BATCH, 0.5, RATIO)).isEqualTo(Outcome.WITHIN);
  }

  @Test
  void figureWithoutALimitIsReported() throws Throwable {
    assertThat(outcome(INTERPRETED, 1, Budget.unlimited(TimeFigures.TIME_PER_CALL)))
        .isEqualTo(Outcome.WITHIN);
  }

  @Test
  void unjudgedLimitsAreNotConfirmed() throws Throwable {
    measure(INTERPRETED, 2, FIRST, MAX, RATIO);

    assertThat(asked)
        .containsExactly(
            FIRST,
            Budget.unlimited(TimeFigures.TIME_PER_CALL),
            Budget.unlimited(TimeFigures.TIME_RATIO));
  }

  @Test
  void missingFigureStaysMissing() throws Throwable {
    Missing missing = new Missing(TimeFigures.TIME_PER_CALL, "why", "what to do");

    List<Measurement> measured =
        new JvmOptionsMeter(
                (subject, schedule, given) -> List.of(missing), JvmOptionsOf.flags(INTERPRETED))
            .measure(counted.subject(false), SCHEDULE, List.of(MAX));

    assertThat(measured).containsExactly(missing);
  }

  @Test
  void assertionsOfTheTestAreReported() throws Throwable {
    ClassLoader loader = JvmOptionsMeterTests.class.getClassLoader();
    boolean before = Asserting.class.desiredAssertionStatus();
    try {
      loader.setClassAssertionStatus(Asserting.class.getName(), true);
      assertThat(phrases(new Asserting())).containsExactly(ASSERTED);
      assertThat(phrases(counted)).isEmpty();

      loader.setClassAssertionStatus(Asserting.class.getName(), false);
      assertThat(phrases(new Asserting())).isEmpty();
    } finally {
      loader.setClassAssertionStatus(Asserting.class.getName(), before);
    }
  }

  private List<String> phrases(Object test) throws Throwable {
    Subject plain = counted.subject(false);
    Subject subject =
        (Subject)
            Proxy.newProxyInstance(
                Subject.class.getClassLoader(),
                new Class<?>[] {Subject.class},
                (proxy, method, arguments) ->
                    method.getName().equals("testInstances")
                        ? List.of(test)
                        : method.invoke(plain, arguments));
    Meter meter = (any, schedule, given) -> List.of(observed(MAX, 0.5));
    Measurement measured =
        new JvmOptionsMeter(meter, JvmOptionsOf.flags(Map.of()))
            .measure(subject, SCHEDULE, List.of(MAX))
            .get(0);
    return ((Observed) measured).counted();
  }
}
