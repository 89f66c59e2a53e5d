package dev.tare.extension;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A promise that is broken on purpose, for {@link ConfigurationKey#PROVE}.
 *
 * @param metric the metric that measures it
 * @param fault what breaks it
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Broken(Metric metric, Fault fault) {

  /** More work in each call of a body, or more in a value. */
  @FunctionalInterface
  public interface Fault {

    /**
     * Does more work, after a call of the body or before a value is measured.
     *
     * @param value the value that the body returned or handed over; null if there is none
     * @param argument the argument that {@link Subject#with} has chosen; null if there is none
     * @return the value to measure: this one, or one that contains more
     */
    @Nullable Object add(@Nullable Object value, @Nullable Object argument) throws Throwable;
  }
}
