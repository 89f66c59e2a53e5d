package dev.tare.benchmark;

import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import dev.tare.extension.Unset;
import org.apiguardian.api.API;

/** The metrics of this package for code without annotations; times are those of this JVM. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TimeMetrics {

  private TimeMetrics() {}

  /** Returns the metric of {@link Benchmarked#max()}; an empty text sets no limit. */
  public static Metric atMost(String limit, Options options) {
    return of(limit, Unset.TEXT, Unset.NUMBER, options);
  }

  /** Returns the metric of {@link Benchmarked#maxFirst()}. */
  public static Metric firstAtMost(String limit, Options options) {
    return of(Unset.TEXT, limit, Unset.NUMBER, options);
  }

  /** Returns the metric of {@link Benchmarked#maxRatio()}; the options name the baseline. */
  public static Metric ratioAtMost(double limit, Options options) {
    return of(Unset.TEXT, Unset.TEXT, limit, options);
  }

  private static Metric of(String max, String maxFirst, double maxRatio, Options options) {
    String baseline = options.get("baseline", Unset.TEXT);
    BenchmarkOptions read =
        new BenchmarkOptions(
            max,
            maxFirst,
            baseline,
            maxRatio,
            options.get("equalResults", true),
            options.get("statistic", "robust"),
            options.get("operations", 1),
            options.get("warmupTime", Unset.TEXT),
            options.get("measurementTime", Unset.TEXT),
            0,
            options.get("profile", ProfileKind.SAMPLES));
    return TimePerCall.of(read, baseline, options.site(), options.configuration());
  }
}
