package dev.tare.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class BlockBootstrapTests {

  private static final double[] NORMAL = Series.normal(400, 7);
  private final BlockBootstrap single = new BlockBootstrap(1, 4_000, 42);

  @Test
  void theSameSeedGivesTheSameInterval() {
    Interval first = new BlockBootstrap(5, 500, 42).interval(NORMAL, Quantiles::median, 0.95);
    Interval again = new BlockBootstrap(5, 500, 42).interval(NORMAL, Quantiles::median, 0.95);

    assertThat(again).isEqualTo(first);
    assertThat(new BlockBootstrap(5, 500, 43).interval(NORMAL, Quantiles::median, 0.95))
        .isNotEqualTo(first);
  }

  @Test
  void independentValuesHaveTheNormalIntervalOfTheMean() {
    Interval mean = single.interval(NORMAL, Moments::mean, 0.95);
    double reach = 1.959964 * Moments.standardDeviation(NORMAL) / Math.sqrt(NORMAL.length);

    assertThat(mean.estimate()).isEqualTo(Moments.mean(NORMAL));
    assertThat(mean.lower()).isCloseTo(mean.estimate() - reach, within(0.06 * reach));
    assertThat(mean.upper()).isCloseTo(mean.estimate() + reach, within(0.06 * reach));
  }

  @Test
  void independentValuesHaveTheNormalIntervalOfTheStandardDeviation() {
    Interval deviation = single.interval(NORMAL, Moments::standardDeviation, 0.95);
    double reach = 1.959964 * deviation.estimate() / Math.sqrt(2.0 * NORMAL.length);

    assertThat(deviation.upper() - deviation.lower()).isCloseTo(2 * reach, within(0.3 * reach));
  }

  @Test
  void blocksWidenTheIntervalOfACorrelatedSeries() {
    double[] correlated = Series.autoregressive(2_000, 0.8, 11);

    Interval alone = new BlockBootstrap(1, 1_000, 1).interval(correlated, Moments::mean, 0.95);
    Interval inBlocks = new BlockBootstrap(40, 1_000, 1).interval(correlated, Moments::mean, 0.95);

    // the true interval is sqrt(1.8 / 0.2) = 3 times as wide
    assertThat((inBlocks.upper() - inBlocks.lower()) / (alone.upper() - alone.lower()))
        .isBetween(2.3, 3.5);
  }

  @Test
  void standardErrorOfAMeanIsTheComputedOne() {
    // R 4.2.2: l <- 3; b <- sapply(1:12, function(i) mean(c(x, x)[i:(i+l-1)]))
    // sqrt(mean((b - mean(x))^2) / (12 / l)); the same for y <- c(1,2,3,2,4,5,4,6,7,6,8,9), l <- 4
    assertThat(standardErrorOfMean(3, QuantilesTests.X)).isCloseTo(0.689177246996575, within(0.02));
    assertThat(standardErrorOfMean(4, MomentsTests.RISING))
        .isCloseTo(0.91096712954481, within(0.02));
  }

  @Test
  void intervalEndsAgreeWithAllPossibleSeries() {
    // R 4.2.2: x <- c(3,5,4,8,6,9,7); g <- as.matrix(expand.grid(rep(list(x), 7)))
    // q <- function(v) quantile(v, c(.025, .975), type = 7)
    // q(rowMeans(g)); q(apply(g, 1, median)); q(apply(g, 1, sd))
    double[] seven = {3, 5, 4, 8, 6, 9, 7};
    assertEnds(1, seven, Moments::mean, 4.57142857142857, 7.42857142857143);
    assertEnds(1, seven, Quantiles::median, 4, 8);
    assertEnds(1, seven, Moments::standardDeviation, 1.0690449676497, 2.69920623252731);
    // y <- c(1,2,3,2,4,5,4,6,7,6,8,9); b <- sapply(1:12, function(i) mean(c(y, y)[i:(i+2)]))
    // q(rowMeans(as.matrix(expand.grid(rep(list(b), 4)))))
    assertEnds(3, MomentsTests.RISING, Moments::mean, 3.08333333333333, 6.5);
  }

  private static void assertEnds(
      int length, double[] series, ToDoubleFunction<double[]> of, double lower, double upper) {
    Interval interval = new BlockBootstrap(length, 40_000, 3).interval(series, of, 0.95);

    assertThat(interval.lower()).isCloseTo(lower, within(0.04));
    assertThat(interval.upper()).isCloseTo(upper, within(0.04));
  }

  private static double standardErrorOfMean(int blockLength, double[] series) {
    double[] drawn = new double[series.length];
    return new BlockBootstrap(blockLength, 20_000, 3)
        .standardError(
            series.length, places -> Moments.mean(BlockBootstrap.valuesAt(places, series, drawn)));
  }

  @Test
  void seriesSideBySideAreDrawnTogether() {
    double[] twice = Series.scaled(NORMAL, 2);

    double error =
        new BlockBootstrap(5, 100, 1)
            .standardError(
                NORMAL.length,
                places -> {
                  double[] drawn = new double[places.length];
                  double mean = Moments.mean(BlockBootstrap.valuesAt(places, NORMAL, drawn));
                  return Moments.mean(BlockBootstrap.valuesAt(places, twice, drawn)) - 2 * mean;
                });

    assertThat(error).isCloseTo(0, within(1e-12));
  }

  @Test
  void shiftAndScaleCarryOver() {
    Interval plain = single.interval(NORMAL, Quantiles::median, 0.95);
    Interval changed =
        single.interval(Series.shifted(Series.scaled(NORMAL, 4), 100), Quantiles::median, 0.95);

    assertThat(changed.lower()).isCloseTo(4 * plain.lower() + 100, within(1e-9));
    assertThat(changed.upper()).isCloseTo(4 * plain.upper() + 100, within(1e-9));
  }

  @Test
  void aConstantSeriesHasNoWidth() {
    assertThat(single.interval(new double[] {6, 6, 6}, Quantiles::median, 0.95))
        .isEqualTo(new Interval(6, 6, 6));
  }

  @Test
  void emptyBlockIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new BlockBootstrap(0, 100, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new BlockBootstrap(5, 1, 1));
  }
}
