package dev.tare.extension;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.retained.Retained;
import dev.tare.unit.Count;
import dev.tare.unit.Quantity;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks what a metric outside of Tare can do with published types alone. */
class OwnMetricTests {

  @Test
  void messageHasTheUnitOfTheMetricsOwnQuantity() {
    assertThat(ExecutedTests.jupiter(EnergyTestCases.class).failure("burns"))
        .hasMessageContaining("EnergyTestCases.burns() 1,500.5 J exceeds 1,000 J\n")
        .hasMessageContaining("over by     500.5 J, 50 %")
        .hasMessageNotContaining("would pass");
  }

  @Test
  void ownQuantityWithinItsLimitPasses() {
    assertThat(ExecutedTests.jupiter(EnergyTestCases.class).succeeded()).containsExactly("idles");
  }

  static class EnergyTestCases {

    @Test
    @MaxEnergy(1_000)
    void burns() {}

    @Test
    @MaxEnergy(2_000)
    void idles() {}
  }

  /** Amount of energy. */
  record Joules(double amount) implements Quantity {

    @Override
    public String unit() {
      return "J";
    }

    @Override
    public Joules withAmount(double joules) {
      return new Joules(joules);
    }
  }

  @Retention(RetentionPolicy.RUNTIME)
  @MeasuredBy(Energy.class)
  @interface MaxEnergy {
    double value();
  }

  /** Measures the same energy for every test. */
  static final class Energy implements Metric<MaxEnergy> {

    private static final Figure FIGURE = new Figure("energy", "energy", false);

    @Override
    public MeasurementPlan read(
        MaxEnergy annotation, Subject.Site site, Configuration configuration) {
      return MeasurementPlan.of(
          List.of(Budget.atMost(FIGURE, new Joules(annotation.value()))),
          Schedule.ONCE,
          (subject, schedule, budgets) -> {
            subject.call();
            Joules used = new Joules(1_500.5);
            return List.of(Observed.exact(FIGURE, used, Sampling.single(used), List.of()));
          });
    }
  }

  @Test
  void meterCallsOtherMethodsAndArguments() {
    CallsTestCases.calls.clear();

    assertThat(ExecutedTests.tare(CallsTestCases.class).succeeded()).containsExactly("test");
    assertThat(CallsTestCases.calls).containsExactly("other", "test 7", "test 8");
  }

  static class CallsTestCases {
    static final List<String> calls = new ArrayList<>();

    @Sequence
    int test(int n) {
      calls.add("test " + n);
      return n;
    }

    void other() {
      calls.add("other");
    }
  }

  @Retention(RetentionPolicy.RUNTIME)
  @MeasuredBy(InSequence.class)
  @interface Sequence {}

  /** Calls another method, then the test with its own argument, then with another one. */
  static final class InSequence implements Metric<Sequence> {

    private static final Figure FIGURE = new Figure("turns", "turns", true);

    @Override
    public MeasurementPlan read(
        Sequence annotation, Subject.Site site, Configuration configuration) {
      return MeasurementPlan.of(
              List.of(Budget.unlimited(FIGURE)),
              Schedule.ONCE,
              (subject, schedule, budgets) -> {
                subject.variant("other").run();
                subject.call();
                Count returned = new Count(requireNonNull((Integer) subject.bodyWith(0, 8).call()));
                return List.of(
                    Observed.exact(FIGURE, returned, Sampling.single(returned), List.of()));
              })
          .withArgument(0, 7);
    }
  }

  @Test
  void repeatedAnnotationsWithDifferentKeysAreBothJudged() {
    assertThat(ExecutedTests.jupiter(KeyedTestCases.class).failure("differ"))
        .hasMessageContaining("Letters a of ")
        .hasMessageContaining("Letters b of ");
  }

  @Test
  void repeatedAnnotationsWithEqualKeysContradictEachOther() {
    assertThat(ExecutedTests.jupiter(KeyedTestCases.class).failure("contradict"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageStartingWith(
            "@MaxLetters(of = \"a\", value = 0) and @MaxLetters(of = \"a\", value = 1) on")
        .hasMessageContaining("contradict each other, and neither is nearer");
  }

  @Test
  void nearestOfEqualKeysApplies() {
    assertThat(ExecutedTests.jupiter(DefaultTestCases.class).succeeded())
        .containsExactly("overrides");
    assertThat(ExecutedTests.jupiter(DefaultTestCases.class).failure("adds"))
        .hasMessageContaining("Letters c of ");
  }

  static class KeyedTestCases {

    @Test
    @MaxLetters(of = "a", value = 0)
    @MaxLetters(of = "b", value = 0)
    void differ(Retained<String> text) {
      text.hold("abc");
    }

    @Test
    @MaxLetters(of = "a", value = 0)
    @MaxLetters(of = "a", value = 1)
    void contradict(Retained<String> text) {
      text.hold("abc");
    }
  }

  @MaxLetters(of = "c", value = 0)
  static class DefaultTestCases {

    @Test
    @MaxLetters(of = "c", value = 1)
    void overrides(Retained<String> text) {
      text.hold("abc");
    }

    @Test
    @MaxLetters(of = "a", value = 1)
    void adds(Retained<String> text) {
      text.hold("abc");
    }
  }

  @Retention(RetentionPolicy.RUNTIME)
  @MeasuredBy(Letters.class)
  @Repeatable(SeveralMaxLetters.class)
  @interface MaxLetters {

    @MeasuredBy.Key
    String[] of();

    int value();
  }

  /**
   * Container annotation, not nested in the annotation, where it would be public: JUnit could not
   * read it.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @MeasuredBy(Letters.class)
  @interface SeveralMaxLetters {
    MaxLetters[] value();
  }

  /** Counts a letter in a text that the test hands over through Tare's own parameter type. */
  static final class Letters implements Metric<MaxLetters> {

    @Override
    public MeasurementPlan read(
        MaxLetters annotation, Subject.Site site, Configuration configuration) {
      String letter = String.join("", annotation.of());
      Figure figure = new Figure("letters", "letters " + letter, true);
      return MeasurementPlan.of(
              List.of(Budget.atMost(figure, new Count(annotation.value()))),
              Schedule.ONCE,
              (subject, schedule, budgets) -> {
                long found =
                    String.valueOf(subject.value())
                        .chars()
                        .filter(c -> c == letter.charAt(0))
                        .count();
                Count count = new Count(found);
                return List.of(
                    Observed.exact(
                        budgets.get(0).figure(), count, Sampling.single(count), List.of()));
              })
          .with(MeasurementPlan.Trait.WEIGHS_VALUES);
    }
  }

  @Test
  void planThatDoesNotApplyIsRefusedOnAMethod() {
    assertThat(ExecutedTests.jupiter(AppliesNowhereTestCases.class).failure("direct"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@Nowhere on OwnMetricTests.AppliesNowhereTestCases.direct(): its metric"
                + " dev.tare.extension.OwnMetricTests$AppliesNowhere returned a plan that does not"
                + " apply; only the default of a class may be ignored");
  }

  @Test
  void planThatDoesNotApplyIsIgnoredAsDefaultOfAClass() {
    assertThat(ExecutedTests.jupiter(IgnoredDefaultTestCases.class).succeeded())
        .containsExactly("inherits");
  }

  static class AppliesNowhereTestCases {
    @Test
    @Nowhere
    void direct() {}
  }

  @Nowhere
  static class IgnoredDefaultTestCases {
    @Test
    void inherits() {}
  }

  @Retention(RetentionPolicy.RUNTIME)
  @MeasuredBy(AppliesNowhere.class)
  @interface Nowhere {}

  /** Applies to no test. */
  static final class AppliesNowhere implements Metric<Nowhere> {
    @Override
    public MeasurementPlan read(
        Nowhere annotation, Subject.Site site, Configuration configuration) {
      return MeasurementPlan.notApplicable();
    }
  }
}
