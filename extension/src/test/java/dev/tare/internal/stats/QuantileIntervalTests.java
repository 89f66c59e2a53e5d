package dev.tare.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuantileIntervalTests {

  private static final double FAIL = 0.01 / 6;
  private static final double PASS = 0.05 / 6;

  /** R 4.2.2: v <- (0:999*617)%%1000+1: the numbers from 1 to 1,000, each once, well mixed. */
  private static final double[] MIXED =
      IntStream.range(0, 1_000).mapToDouble(i -> i * 617 % 1_000 + 1).toArray();

  @Test
  void intervalAgreesWithR() {
    // R 4.2.2: f <- function(n, p, e) { k <- qbinom(e, n, p); ifelse(pbinom(k, n, p) <= e, k+1, k)
    // }
    // f(1000, .99, .01/6); quantile(v, .99); 1001 - f(1000, .01, .05/6)
    Interval interval = QuantileInterval.of(MIXED, 0.99, FAIL, PASS);

    assertThat(interval.lower()).isEqualTo(980);
    assertThat(interval.estimate()).isCloseTo(990.01, within(1e-9));
    assertThat(interval.upper()).isEqualTo(998);
    // sort(x)[c(f(12, .5, .05), 13 - f(12, .5, .05))]; median(x)
    assertThat(QuantileInterval.of(QuantilesTests.X, 0.5, 0.05, 0.05))
        .isEqualTo(new Interval(11.8, 12.025, 12.3));
  }

  @Test
  void ranksAgreeWithR() {
    // R 4.2.2: f as above: f(1000, .01, .05/6); f(500, .5, .05); f(100, .9, .025); f(400, .01,
    // .05/6); f(480, .01, .05/6)
    assertThat(QuantileInterval.lowerRank(1_000, 0.01, PASS)).isEqualTo(3);
    assertThat(QuantileInterval.lowerRank(500, 0.5, 0.05)).isEqualTo(232);
    assertThat(QuantileInterval.lowerRank(100, 0.9, 0.025)).isEqualTo(84);
    assertThat(QuantileInterval.lowerRank(400, 0.01, PASS)).isZero();
    assertThat(QuantileInterval.lowerRank(480, 0.01, PASS)).isEqualTo(1);
  }

  @Test
  void tooFewValuesLeaveAnEndInfinite() {
    // R 4.2.2: ceiling(log(.05/6) / log(.99)); the same for .999
    assertThat(QuantileInterval.minValues(0.99, PASS)).isEqualTo(477);
    assertThat(QuantileInterval.minValues(0.999, PASS)).isEqualTo(4_786);
    double[] few = Series.normal(400, 1);
    double[] enough = Series.normal(600, 1);

    assertThat(QuantileInterval.of(few, 0.99, FAIL, PASS).upper()).isInfinite();
    assertThat(QuantileInterval.of(few, 0.99, FAIL, PASS).lower()).isFinite();
    assertThat(QuantileInterval.of(enough, 0.99, FAIL, PASS).upper()).isFinite();
    assertThat(QuantileInterval.of(few, 0.01, PASS, FAIL).lower())
        .isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void mirroringTheValuesMirrorsTheInterval() {
    double[] values = Series.normal(997, 5);
    Interval plain = QuantileInterval.of(values, 0.9, FAIL, PASS);
    Interval mirrored = QuantileInterval.of(Series.scaled(values, -1), 0.1, PASS, FAIL);

    assertThat(mirrored.lower()).isEqualTo(-plain.upper());
    assertThat(mirrored.upper()).isEqualTo(-plain.lower());
  }

  @Test
  void valuesThatComeInRunsCountAsFewer() {
    double[] inRuns = Series.autoregressive(2_000, 0.95, 3);
    double[] mixed = inRuns.clone();
    Random random = new Random(1);
    for (int i = mixed.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      double kept = mixed[i];
      mixed[i] = mixed[j];
      mixed[j] = kept;
    }

    Interval wide = QuantileInterval.of(inRuns, 0.9, FAIL, PASS);
    Interval narrow = QuantileInterval.of(mixed, 0.9, FAIL, PASS);

    assertThat(wide.estimate()).isEqualTo(narrow.estimate());
    assertThat(wide.upper() - wide.lower()).isGreaterThan(2 * (narrow.upper() - narrow.lower()));
  }

  @Test
  void intervalCoversTheTruthAsOftenAsStated() {
    // R 4.2.2: qnorm(.9)
    double truth = 1.2815515655446;
    int missed = 0;
    for (int seed = 0; seed < 1_000; seed++) {
      Interval interval = QuantileInterval.of(Series.normal(300, seed), 0.9, 0.05, 0.05);
      missed += interval.lower() > truth || interval.upper() < truth ? 1 : 0;
    }

    // two ends of at most 5 % each; correction for chance correlation makes misses rarer
    assertThat(missed).isBetween(25, 105);
  }

  @Test
  void shareOutOfRangeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QuantileInterval.of(QuantilesTests.X, 1, 0.1, 0.1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QuantileInterval.of(QuantilesTests.X, Double.NaN, 0.1, 0.1));
  }
}
