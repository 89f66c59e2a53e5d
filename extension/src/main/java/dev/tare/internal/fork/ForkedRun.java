package dev.tare.internal.fork;

import dev.tare.model.Measurement;
import java.util.List;

/**
 * What a test measured in a fresh JVM.
 *
 * @param measurements one for each budget
 * @param core nanoseconds that a fixed piece of arithmetic took there at best; infinite if none was
 *     timed
 */
public record ForkedRun(List<Measurement> measurements, double core) {

  /** Copies the list. */
  public ForkedRun {
    measurements = List.copyOf(measurements);
  }
}
