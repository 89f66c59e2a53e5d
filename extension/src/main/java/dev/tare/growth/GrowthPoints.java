package dev.tare.growth;

import dev.tare.internal.stats.Interval;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import dev.tare.unit.Power;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Costs of a call at each size.
 *
 * @param sizes sizes, increasing
 * @param costs costs in the unit of {@code kind}, one for each size
 * @param kind a quantity in the unit of the costs
 */
record GrowthPoints(List<Integer> sizes, List<Double> costs, Quantity kind) {

  /** Minimum cost of which a logarithm is taken; less than one object. */
  private static final double MIN_COST = 1;

  /** Returns the growth of exact costs. */
  Observed exact(Figure figure, List<String> counted) {
    List<Double> positive = costs.stream().map(cost -> Math.max(cost, MIN_COST)).toList();
    return observed(figure, GrowthExponent.ofExact(sizes, positive), counted, List.of());
  }

  /** Returns a growth with the costs as its readings. */
  Observed observed(
      Figure figure, Interval exponent, List<String> counted, List<Remark> distortions) {
    List<String> phrases = new ArrayList<>();
    phrases.add(point(0) + ", " + point(sizes.size() - 1));
    phrases.addAll(counted);
    return new Observed(
        figure,
        new Power(exponent.estimate()),
        new Power(exponent.lower()),
        new Power(exponent.upper()),
        sampling(),
        phrases,
        distortions,
        null);
  }

  /** Returns the slopes between neighbouring sizes as readings, and the costs for a chart. */
  private Sampling sampling() {
    double[] slopes =
        IntStream.range(1, sizes.size())
            .mapToDouble(
                i ->
                    GrowthExponent.slope(
                        (double) sizes.get(i) / sizes.get(i - 1),
                        Math.max(costs.get(i), MIN_COST) / Math.max(costs.get(i - 1), MIN_COST)))
            .map(slope -> Math.max(0, slope))
            .sorted()
            .toArray();
    List<Double> positions = sizes.stream().map(Integer::doubleValue).toList();
    return new Sampling(
            "log-log slope",
            slopes.length,
            0,
            new Power(slopes[0]),
            new Power(slopes[slopes.length - 1]),
            null)
        .withSeries(List.of(new PointSeries("cost", kind.unit(), positions, costs, Map.of())));
  }

  private String point(int i) {
    Quantity cost = kind.withAmount(costs.get(i));
    return (cost instanceof DataSize ? cost.exact() : cost.rounded())
        + " at "
        + sizeText(sizes.get(i));
  }

  /** Returns a size as text: {@code n = 1,000}. */
  static String sizeText(int size) {
    return String.format(Locale.ROOT, "n = %,d", size);
  }
}
