package dev.tare.internal.fork;

import dev.tare.model.Measurement;
import java.io.Serializable;
import java.util.List;

/**
 * Measurements of a test in a fresh JVM.
 *
 * @param measurements one for each budget
 * @param core the best time of the core speed probe in that JVM, in nanoseconds; infinity if there
 *     was no probe
 */
public record ForkedRun(List<Measurement> measurements, double core) implements Serializable {

  /** Copies the list. */
  public ForkedRun {
    measurements = List.copyOf(measurements);
  }
}
