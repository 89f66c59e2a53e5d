package dev.tare.internal.timing.sample;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Statistic that is computed from the samples of a method.
 *
 * @param kind the estimator
 * @param share quantile of a percentile as a share, more than 0 and less than 1; 0.5 for the other
 *     kinds
 */
public record Statistic(StatisticKind kind, double share) {

  /** The estimators. */
  public enum StatisticKind {
    /** The trimmed mean of blocks of samples, without what interrupted them. */
    ROBUST,
    /** The mean of all samples. */
    MEAN,
    /** The median of all samples. */
    MEDIAN,
    /** A percentile of single calls. */
    PERCENTILE
  }

  /** Default statistic of a benchmark. */
  public static final Statistic ROBUST = new Statistic(StatisticKind.ROBUST, 0.5);

  private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(\\.\\d{1,3})?)");

  /**
   * Parses {@code robust}, {@code mean}, {@code median} or a percentile such as {@code p99} or
   * {@code p99.9}.
   *
   * @throws IllegalArgumentException if the text is not a statistic; the message quotes the text
   *     and gives an accepted example
   */
  public static Statistic parse(String text) {
    for (StatisticKind kind : StatisticKind.values()) {
      if (kind != StatisticKind.PERCENTILE && kind.name().toLowerCase(Locale.ROOT).equals(text)) {
        return new Statistic(kind, 0.5);
      }
    }
    boolean percentile = PERCENTILE.matcher(text).matches();
    double share = percentile ? Double.parseDouble(text.substring(1)) / 100 : 0;
    if (share <= 0) {
      throw new IllegalArgumentException(
          "statistic = \"%s\": unknown statistic; use \"robust\", \"mean\", \"median\" or a percentile above p0 and below p100, for example \"p99\""
              .formatted(text));
    }
    return new Statistic(StatisticKind.PERCENTILE, share);
  }

  /** Returns whether each call is timed by itself. */
  public boolean ofSingleCalls() {
    return kind == StatisticKind.PERCENTILE;
  }

  /** Returns the noun of the statistic in a report: {@code trimmed mean}, {@code p99}. */
  public String noun() {
    if (ofSingleCalls()) {
      return "p" + percent();
    }
    return kind == StatisticKind.ROBUST ? "trimmed mean" : kind.name().toLowerCase(Locale.ROOT);
  }

  private String percent() {
    double percent = Math.round(share * 1e5) / 1e3;
    return percent == Math.rint(percent)
        ? String.format(Locale.ROOT, "%.0f", percent)
        : Double.toString(percent);
  }
}
