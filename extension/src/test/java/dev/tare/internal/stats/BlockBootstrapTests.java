package dev.tare.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

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
  void forIndependentValuesItIsTheNormalIntervalOfTheMean() {
    Interval mean = single.interval(NORMAL, Moments::mean, 0.95);
    double reach = 1.959964 * Moments.standardDeviation(NORMAL) / Math.sqrt(NORMAL.length);

    assertThat(mean.estimate()).isEqualTo(Moments.mean(NORMAL));
    assertThat(mean.lower()).isCloseTo(mean.estimate() - reach, within(0.06 * reach));
    assertThat(mean.upper()).isCloseTo(mean.estimate() + reach, within(0.06 * reach));
  }

  @Test
  void forIndependentValuesItIsTheNormalIntervalOfTheStandardDeviation() {
    Interval deviation = single.interval(NORMAL, Moments::standardDeviation, 0.95);
    double reach = 1.959964 * deviation.estimate() / Math.sqrt(2.0 * NORMAL.length);

    assertThat(deviation.upper() - deviation.lower()).isCloseTo(2 * reach, within(0.3 * reach));
  }

  @Test
  void blocksWidenTheIntervalOfACorrelatedSeries() {
    double[] correlated = Series.autoregressive(2_000, 0.8, 11);

    Interval alone = new BlockBootstrap(1, 1_000, 1).interval(correlated, Moments::mean, 0.95);
    Interval inBlocks = new BlockBootstrap(40, 1_000, 1).interval(correlated, Moments::mean, 0.95);

    // the truth is sqrt(1.8 / 0.2) = 3 times as wide
    assertThat((inBlocks.upper() - inBlocks.lower()) / (alone.upper() - alone.lower()))
        .isBetween(2.3, 3.5);
  }

  @Test
  void theStandardErrorOfAMeanIsTheOneThatCanBeWorkedOut() {
    // R 4.2.2: l <- 3; b <- sapply(1:12, function(i) mean(c(x, x)[i:(i+l-1)]))
    // sqrt(mean((b - mean(x))^2) / (12 / l)); the same for y <- c(1,2,3,2,4,5,4,6,7,6,8,9), l <- 4
    assertThat(standardErrorOfMean(3, QuantilesTests.X)).isCloseTo(0.689177246996575, within(0.02));
    assertThat(standardErrorOfMean(4, SerialCorrelationTests.RISING))
        .isCloseTo(0.91096712954481, within(0.02));
  }

  private static double standardErrorOfMean(int blockLength, double[] series) {
    double[] drawn = new double[series.length];
    return new BlockBootstrap(blockLength, 20_000, 3)
        .standardError(
            series.length, places -> Moments.mean(BlockBootstrap.at(places, series, drawn)));
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
                  double mean = Moments.mean(BlockBootstrap.at(places, NORMAL, drawn));
                  return Moments.mean(BlockBootstrap.at(places, twice, drawn)) - 2 * mean;
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
  void refusesAnEmptyBlock() {
    assertThatIllegalArgumentException().isThrownBy(() -> new BlockBootstrap(0, 100, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new BlockBootstrap(5, 1, 1));
  }
}
