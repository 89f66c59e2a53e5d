package dev.tare.retained;

import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import dev.tare.model.Budget;
import dev.tare.unit.DataSize;
import java.util.List;
import org.apiguardian.api.API;

/** The metrics of this package for code without annotations. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SizeMetrics {

  private SizeMetrics() {}

  /** Returns the metric of {@link MaxRetainedSize}. */
  public static Metric bytesAtMost(String limit, Kind kind, Options options) {
    return RetainedAmount.ofBytes(
        Budget.atMost(RetainedAmount.size(kind), DataSize.parse(limit)),
        kind,
        ignoring(options),
        options.get("layout", JudgedLayout.RUNNING));
  }

  /** Returns the metric of {@link MaxInstances} for objects that are retained. */
  public static Metric instancesAtMost(long limit, Class<?> type, Options options) {
    return RetainedAmount.ofObjects(limit, type, Kind.RETAINED, ignoring(options));
  }

  private static List<Class<?>> ignoring(Options options) {
    return List.of(options.get("ignoring", new Class<?>[0]));
  }
}
