package dev.tare.invocations;

import dev.tare.extension.Metric;
import org.apiguardian.api.API;

/** The metric of this package for code without annotations. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class InvocationMetrics {

  private InvocationMetrics() {}

  /** Returns the metric of {@link MaxInvocations}. */
  public static Metric callsAtMost(long limit, Class<?> type, String method) {
    return Invocations.of(type, method, limit);
  }
}
