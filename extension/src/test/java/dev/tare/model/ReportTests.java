package dev.tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Exceeded;
import dev.tare.model.Verdict.Inconclusive;
import dev.tare.model.Verdict.Outcome;
import dev.tare.model.Verdict.Unmeasured;
import dev.tare.model.Verdict.Within;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportTests {

  private static final Report.TestId TEST = new Report.TestId("com.shop.CacheTests", "get", "");
  private static final Figure FIGURE = new Figure("allocated-bytes", "allocated bytes", true);
  private static final Budget BUDGET = Budget.atMost(FIGURE, new DataSize(1));
  private static final Observed TWO =
      Observed.exact(FIGURE, new DataSize(2), Sampling.single(new DataSize(2)), List.of());

  private static final Verdict WITHIN = new Within(BUDGET, TWO);
  private static final Verdict EXCEEDED = new Exceeded(BUDGET, TWO);
  private static final Verdict UNMEASURED = new Unmeasured(BUDGET, "why", "what to do");
  private static final Verdict INCONCLUSIVE = new Inconclusive(BUDGET, "why", TWO);

  @Test
  void verdictsAreSortedFromExceededToWithin() {
    Report report = new Report(TEST, List.of(WITHIN, INCONCLUSIVE, UNMEASURED, EXCEEDED));
    assertThat(report.verdicts()).containsExactly(EXCEEDED, UNMEASURED, INCONCLUSIVE, WITHIN);
    assertThat(report.outcome()).isEqualTo(Outcome.EXCEEDED);
  }

  @Test
  void equallyGraveVerdictsKeepTheirOrder() {
    Verdict other = new Exceeded(Budget.atMost(FIGURE, new DataSize(0)), TWO);
    assertThat(new Report(TEST, List.of(WITHIN, other, EXCEEDED)).verdicts())
        .containsExactly(other, EXCEEDED, WITHIN);
  }

  @Test
  void reportHasTheOutcomeOfItsGravestVerdict() {
    assertThat(new Report(TEST, List.of(WITHIN, INCONCLUSIVE)).outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(new Report(TEST, List.of(INCONCLUSIVE, UNMEASURED)).outcome())
        .isEqualTo(Outcome.UNMEASURED);
    assertThat(new Report(TEST, List.of(WITHIN)).outcome()).isEqualTo(Outcome.WITHIN);
  }

  @Test
  void reportCopiesItsVerdicts() {
    List<Verdict> verdicts = new ArrayList<>(List.of(WITHIN));
    Report report = new Report(TEST, verdicts);
    verdicts.clear();
    assertThat(report.verdicts()).containsExactly(WITHIN);
  }

  @Test
  void reportWithoutVerdictsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Report(TEST, List.of()))
        .withMessageContaining("com.shop.CacheTests");
  }

  @ParameterizedTest
  @CsvSource({
    "com.shop.CacheTests, get, '', CacheTests.get()",
    "com.shop.CacheTests$WhenEmpty, get, '', CacheTests.WhenEmpty.get()",
    "CacheTests, get, '', CacheTests.get()",
    "com.shop.CacheTests, get, '[2] key=k', 'CacheTests.get() [2] key=k'",
    "com.shop.CacheTests, finds the key, '', CacheTests.finds the key()",
  })
  void shortNameOmitsThePackage(String type, String method, String invocation, String name) {
    assertThat(new Report.TestId(type, method, invocation).shortName()).isEqualTo(name);
  }
}
