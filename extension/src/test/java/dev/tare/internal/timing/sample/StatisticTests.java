package dev.tare.internal.timing.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatisticTests {

  @ParameterizedTest
  @CsvSource({
    "robust, ROBUST, trimmed mean",
    "mean, MEAN, mean",
    "median, MEDIAN, median",
    "p99, PERCENTILE, p99",
    "p99.9, PERCENTILE, p99.9",
    "p5, PERCENTILE, p5",
    "p50.0, PERCENTILE, p50",
    "p99.999, PERCENTILE, p99.999"
  })
  void textNamesTheStatistic(String text, Statistic.StatisticKind kind, String noun) {
    assertThat(Statistic.parse(text).kind()).isEqualTo(kind);
    assertThat(Statistic.parse(text).noun()).isEqualTo(noun);
  }

  @Test
  void percentileIsParsedAsAShare() {
    assertThat(Statistic.parse("p99.9").share()).isCloseTo(0.999, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "p", "p0", "p100", "P99", "p-1", "p99.9999", "Mean", "average", "99"})
  void otherTextsAreRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Statistic.parse(text))
        .withMessageStartingWith(
            "statistic = \"" + text + "\": unknown statistic; use \"robust\", ")
        .withMessageEndingWith("for example \"p99\"");
  }
}
