package dev.tare.internal.fork;

import dev.tare.model.Measurement;
import java.io.Serializable;
import java.util.List;

/**
 * Measurements of a test in a fresh JVM.
 *
 * @param measurements one for each budget
 * @param core best time of the core speed probe there, in nanoseconds; infinity without a probe
 */
public record ForkedRun(List<Measurement> measurements, double core) implements Serializable {

  /** Copies the list. */
  public ForkedRun {
    measurements = List.copyOf(measurements);
  }
}
