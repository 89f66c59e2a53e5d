package dev.tare.extension;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
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
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks what a metric outside of Tare can do with published types alone. */
class OwnMetricTests {

  @Test
  void messageHasTheUnitOfTheMetricsOwnQuantity() {
    assertThat(ExecutedTests.jupiter(EnergyTestCases.class).failure("burns"))
        .hasMessageContaining("EnergyTestCases.burns() 1,500.5 J exceeds 1,000 J\n")
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
  record Energy(double most) implements Metric {

    private static final Figure FIGURE = new Figure("energy", "energy", false);

    static Energy of(MaxEnergy annotation) {
      return new Energy(annotation.value());
    }

    @Override
    public List<Budget> budgets() {
      return List.of(Budget.atMost(FIGURE, new Joules(most)));
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
        throws Throwable {
      subject.call();
      Joules used = new Joules(1_500.5);
      return List.of(Observed.exact(FIGURE, used, Sampling.single(used), List.of()));
    }
  }

  @Test
  void metricCallsOtherMethodsAndArguments() {
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
  record InSequence() implements Metric {

    private static final Figure FIGURE = new Figure("turns", "turns", true);

    static InSequence of(Sequence annotation) {
      return new InSequence();
    }

    @Override
    public List<Budget> budgets() {
      return List.of(Budget.unlimited(FIGURE));
    }

    @Override
    public Map<Integer, Object> arguments() {
      return Map.of(0, 7);
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
        throws Throwable {
      subject.variant("other").run();
      subject.call();
      Count returned = new Count(requireNonNull((Integer) subject.with(0, 8).value()));
      return List.of(Observed.exact(FIGURE, returned, Sampling.single(returned), List.of()));
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
        .hasMessageContaining("contradict each other; keep one of them");
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
  record Letters(String letter, Budget limit) implements Metric {

    static Letters of(MaxLetters annotation, Subject.Site site, Configuration configuration) {
      String letter = String.join("", annotation.of());
      Figure figure = new Figure("letters", "letters " + letter, true);
      return new Letters(letter, Budget.atMost(figure, new Count(annotation.value())));
    }

    @Override
    public List<Budget> budgets() {
      return List.of(limit);
    }

    @Override
    public boolean weighsValues() {
      return true;
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
        throws Throwable {
      Count count =
          new Count(
              String.valueOf(subject.value()).chars().filter(c -> c == letter.charAt(0)).count());
      return List.of(
          Observed.exact(budgets.get(0).figure(), count, Sampling.single(count), List.of()));
    }
  }

  @Test
  void metricThatDoesNotApplyIsRefusedOnAMethod() {
    assertThat(ExecutedTests.jupiter(AppliesNowhereTestCases.class).failure("direct"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@Nowhere on OwnMetricTests.AppliesNowhereTestCases.direct(): its metric"
                + " dev.tare.extension.OwnMetricTests$AppliesNowhere has no budget; only the default"
                + " of a class may be ignored, and a measurement without a limit is a"
                + " Budget.unlimited(figure)");
  }

  @Test
  void metricThatDoesNotApplyIsIgnoredAsDefaultOfAClass() {
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
  record AppliesNowhere() implements Metric {

    static AppliesNowhere of(Nowhere annotation) {
      return new AppliesNowhere();
    }

    @Override
    public List<Budget> budgets() {
      return List.of();
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets) {
      throw new UnsupportedOperationException();
    }
  }
}
