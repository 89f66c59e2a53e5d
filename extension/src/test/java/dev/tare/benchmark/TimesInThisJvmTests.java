package dev.tare.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.Reasons;
import dev.tare.body.TestBody;
import dev.tare.extension.Configuration;
import dev.tare.extension.Subject;
import dev.tare.internal.call.TestBodies;
import dev.tare.internal.timing.SimulatedBody;
import dev.tare.internal.timing.SimulatedClock;
import dev.tare.internal.timing.TimeFigures;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.Statistic;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("other tests switch the optimizing compiler off")
class TimesInThisJvmTests {

  private static final List<Budget> BUDGETS =
      List.of(
          Budget.atMost(TimeFigures.TIME_PER_CALL, Elapsed.parse("1 s")),
          Budget.atMost(TimeFigures.TIME_RATIO, new Ratio(2)));

  private static final SamplingPlan PLAN =
      new SamplingPlan(Statistic.ROBUST, 1, true, Elapsed.parse("10 ms"), Elapsed.parse("50 ms"));

  private final Counted counted = new Counted();

  private static TimesInThisJvm times(String... jvmArguments) {
    return new TimesInThisJvm(
        JvmCounters.ofThisJvm(), PLAN, "this test", "other", List.of(jvmArguments), () -> {});
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=5005",
        "-agentpath:/opt/lib/libjdwp.so=transport=dt_socket",
        "-Xrunjdwp:transport=dt_socket"
      })
  void timeIsInDoubtUnderADebugger(String argument) throws Throwable {
    List<Measurement> measurements =
        times("-Xmx1g", argument).measure(counted.subject(false), BUDGETS);

    assertThat(measurements)
        .extracting(Measurement::figure)
        .containsExactly(TimeFigures.TIME_PER_CALL, TimeFigures.TIME_RATIO);
    assertThat(measurements)
        .allSatisfy(measurement -> assertThat(Reasons.ofDoubt(measurement)).contains("jdwp"));
    assertThat(counted.calls).isEqualTo(1);
  }

  @Test
  void otherAgentsAreNoDebugger() throws Throwable {
    List<Measurement> measurements =
        times("-javaagent:/opt/jdwp-like.jar", "-agentlib:hprof")
            .measure(counted.subject(false), BUDGETS);

    assertThat(measurements)
        .extracting(Measurement::figure)
        .containsExactly(TimeFigures.TIME_PER_CALL, TimeFigures.TIME_RATIO);
    assertThat(counted.calls).isGreaterThan(5);
    assertThat(counted.otherCalls).isGreaterThan(5);
  }

  @Test
  void jvmWithoutItsOptimizerMakesTimesInconclusive() throws Throwable {
    List<Measurement> measurements =
        times("-XX:TieredStopAtLevel=1").measure(counted.subject(false), BUDGETS);

    assertThat(measurements)
        .allSatisfy(
            measurement ->
                assertThat(Reasons.ofDoubt(measurement))
                    .startsWith("-XX:TieredStopAtLevel=1 switches off the optimizing compiler"));
    assertThat(counted.calls).isEqualTo(1);
  }

  @Test
  void freshJvmsWithoutTheOptimizerAreInconclusiveToo() throws Throwable {
    List<Measurement> measurements =
        new ForkedTimes(times("-Xint"), 1).measure(counted.subject(false), BUDGETS);

    assertThat(measurements)
        .allSatisfy(
            measurement ->
                assertThat(Reasons.ofDoubt(measurement))
                    .startsWith("-Xint switches off the optimizing compiler"));
  }

  @Test
  void methodIsTimedForTheFirstTimeWhateverTheInvocation() {
    String method = "[engine:tare]/[class:A]/[test-template:%s(int)]";

    assertThat(TimesInThisJvm.isFirst(method.formatted("a") + "/[test-template-invocation:#1]"))
        .isTrue();
    assertThat(TimesInThisJvm.isFirst(method.formatted("a") + "/[test-template-invocation:#2]"))
        .isFalse();
    assertThat(TimesInThisJvm.isFirst(method.formatted("b"))).isTrue();
    assertThat(TimesInThisJvm.isFirst("")).isFalse();
  }

  @Test
  void timesWithoutTheOptimizerAreJudgedWhereThatIsAllowed() throws Throwable {
    counted.keys.put("tare.allowUnoptimized", "true");

    times("-Xint").measure(counted.subject(false), BUDGETS);

    assertThat(counted.calls).isGreaterThan(5);
  }

  @Test
  void lastOfTwoOptionsCounts() throws Throwable {
    times("-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4")
        .measure(counted.subject(false), BUDGETS);

    assertThat(counted.calls).isGreaterThan(5);
  }

  @Nested
  class MeasuresAgain {

    private static final Budget RATIO = Budget.atMost(TimeFigures.TIME_RATIO, new Ratio(1.10));

    private final SimulatedClock clock = new SimulatedClock();

    private Measurement again(double nanos, Budget budget) throws Throwable {
      TimesInThisJvm times =
          new TimesInThisJvm(clock, PLAN, "this test", "other", List.of(), () -> {});
      Subject subject =
          new CountedSubject(
              counted, false, new SimulatedBody(clock, nanos, 1), new SimulatedBody(clock, 100, 2));
      return times.measureAgain(subject, List.of(budget)).get(0);
    }

    @Test
    void withFreshlyCompiledCode() throws Throwable {
      assertThat(again(140, RATIO)).matches(Reasons::hasNoDoubt);
      assertThat(clock.discardRequests()).isEqualTo(1);
    }

    @Test
    void butDoubtsARatioThatCompilationCanExplain() throws Throwable {
      clock.keepCompiledCode();

      assertThat(Reasons.ofDoubt(again(140, RATIO)))
          .contains("could not be compiled again")
          .endsWith("or measure in fresh JVMs with forks = 3");
    }

    @Test
    void andBelievesARatioOfMoreThanTwiceTheLimit() throws Throwable {
      clock.keepCompiledCode();

      assertThat(again(230, RATIO)).matches(Reasons::hasNoDoubt);
    }

    @Test
    void andATimeWithoutFreshCode() throws Throwable {
      clock.keepCompiledCode();

      assertThat(again(140, Budget.atMost(TimeFigures.TIME_PER_CALL, new Elapsed(100))))
          .matches(Reasons::hasNoDoubt);
    }
  }

  @Test
  void exceptionOfTheBodyPrecedesTheDoubt() {
    counted.thrown = new IllegalStateException("first");

    assertThatThrownBy(() -> times().measure(counted.subject(true), BUDGETS))
        .isSameAs(counted.thrown);
  }

  /** A test class whose methods count. */
  static final class Counted {
    int calls;
    int otherCalls;
    boolean prepared;
    final Map<String, String> keys = new HashMap<>();
    @Nullable RuntimeException thrown;

    void test() {
      calls++;
      if (thrown != null) {
        throw thrown;
      }
    }

    void other() {
      otherCalls++;
    }

    Subject subject(boolean concurrent) {
      return new CountedSubject(this, concurrent, null, null);
    }
  }

  /** A subject made without JUnit. */
  record CountedSubject(
      Counted target,
      boolean concurrent,
      @Nullable TestBody simulated,
      @Nullable TestBody simulatedBaseline)
      implements Subject {

    @Override
    public @Nullable Object value() {
      return null;
    }

    @Override
    public TestBody body() {
      return simulated == null ? variant("test") : simulated;
    }

    @Override
    public String uniqueId() {
      return "";
    }

    @Override
    public Subject with(int parameter, Object argument) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<TestBody> preparations() {
      return target.prepared ? List.of(variant("other")) : List.of();
    }

    @Override
    public TestBody variant(String methodName) {
      if (simulatedBaseline != null) {
        return simulatedBaseline;
      }
      try {
        return TestBodies.of(target, Counted.class.getDeclaredMethod(methodName));
      } catch (NoSuchMethodException e) {
        throw new IllegalArgumentException(e);
      }
    }

    @Override
    public List<Object> testInstances() {
      return List.of(target);
    }

    @Override
    public Configuration configuration() {
      return new Configuration(key -> Optional.ofNullable(target.keys.get(key)));
    }
  }
}
