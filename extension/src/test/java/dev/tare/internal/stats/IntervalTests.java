package dev.tare.internal.stats;

import static dev.tare.internal.stats.MomentsTests.RISING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class IntervalTests {

  private static final double FAIL = 0.01 / 6;
  private static final double PASS = 0.05 / 6;

  @Test
  void intervalAgreesWithR() {
    // R 4.2.2: y <- c(1,2,3,2,4,5,4,6,7,6,8,9); s <- sort(y); w <- pmin(pmax(y, s[3]), s[10])
    // r <- acf(y, lag.max = 1, plot = FALSE)$acf[2]; m <- mean(y, trim = .2)
    // se <- sqrt(sum((w - mean(w))^2) / 56) * sqrt((1 + r) / (1 - r))
    // m - sqrt((qt(.01/6, 7, lower.tail = F) * se)^2 + (qnorm(.01/6, lower.tail = F) * .5)^2)
    // m + sqrt((qt(.05/6, 7, lower.tail = F) * se)^2 + (qnorm(.05/6, lower.tail = F) * .5)^2)
    Interval interval = Interval.ofSeries(RISING, 0.5, FAIL, PASS);

    assertThat(interval.estimate()).isCloseTo(4.625, within(1e-12));
    assertThat(interval.lower()).isCloseTo(-3.67909074916635, within(1e-9));
    assertThat(interval.upper()).isCloseTo(10.6151692139062, within(1e-9));
  }

  @Test
  void aConstantSeriesKeepsTheSystematicFloor() {
    Interval interval = Interval.ofSeries(new double[] {2, 2, 2, 2, 2, 2, 2, 2}, 0.02, FAIL, PASS);

    assertThat(interval.lower()).isCloseTo(2 - 2.93519946886671 * 0.02, within(1e-12));
    assertThat(interval.upper()).isCloseTo(2 + 2.39397979981851 * 0.02, within(1e-12));
  }

  @Test
  void manyValuesDoNotNarrowTheIntervalBelowTheFloor() {
    Interval interval = Interval.ofSeries(Series.normal(100_000, 3), 1, FAIL, PASS);

    assertThat(interval.upper() - interval.estimate()).isBetween(2.3939, 2.4);
  }

  @Test
  void mirroringTheSeriesMirrorsTheInterval() {
    Interval plain = Interval.ofSeries(RISING, 0.5, FAIL, PASS);
    Interval mirrored = Interval.ofSeries(Series.scaled(RISING, -1), 0.5, PASS, FAIL);

    assertThat(mirrored.lower()).isCloseTo(-plain.upper(), within(1e-12));
    assertThat(mirrored.upper()).isCloseTo(-plain.lower(), within(1e-12));
  }

  @Test
  void correlationWidensTheInterval() {
    Interval inOrder = Interval.ofSeries(Series.sorted(RISING), 0, FAIL, PASS);
    double[] shuffled = {1, 9, 2, 8, 2, 7, 3, 6, 4, 6, 4, 5};

    assertThat(inOrder.upper()).isGreaterThan(Interval.ofSeries(shuffled, 0, FAIL, PASS).upper());
  }

  @Test
  void intervalCoversTheTruthAsOftenAsStated() {
    int missed = 0;
    for (int seed = 0; seed < 2_000; seed++) {
      Interval interval = Interval.ofSeries(Series.normal(64, seed), 0, 0.05, 0.05);
      missed += interval.lower() > 0 || interval.upper() < 0 ? 1 : 0;
    }

    // two ends of 5 % each: 200 misses expected; correction for chance correlation makes them rarer
    assertThat(missed).isBetween(60, 230);
  }

  @Test
  void studentAgreesWithR() {
    // R 4.2.2: qt(p, df, lower.tail = FALSE)
    assertThat(Interval.studentAbove(0.01 / 6, 5)).isCloseTo(5.24741686594609, within(1e-9));
    assertThat(Interval.studentAbove(0.05 / 6, 5)).isCloseTo(3.53411070405837, within(1e-9));
    assertThat(Interval.studentAbove(0.01 / 6, 153)).isCloseTo(2.9819917950139, within(1e-9));
    assertThat(Interval.studentAbove(0.025, 1)).isCloseTo(12.7062047361747, within(1e-9));
  }

  @Test
  void normalAgreesWithR() {
    // R 4.2.2: qnorm(p, lower.tail = FALSE)
    assertThat(Interval.normalAbove(0.01 / 6)).isCloseTo(2.93519946886671, within(1e-12));
    assertThat(Interval.normalAbove(0.05 / 6)).isCloseTo(2.39397979981851, within(1e-12));
  }

  @Test
  void bothDistributionsAreSymmetric() {
    assertThat(Interval.studentAbove(0.9, 7))
        .isCloseTo(-Interval.studentAbove(0.1, 7), within(1e-12));
    assertThat(Interval.normalAbove(0.9)).isCloseTo(-Interval.normalAbove(0.1), within(1e-12));
  }
}
