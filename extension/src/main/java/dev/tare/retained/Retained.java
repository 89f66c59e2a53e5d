package dev.tare.retained;

import dev.tare.extension.ValueHolder;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Parameter that receives the value to measure from a test.
 *
 * <pre>{@code
 * @Test
 * void resizes(@MaxRetainedSize("4 KiB") Retained<Cache> retained) {
 *   cache.resize(64);
 *   retained.hold(cache);
 * }
 * }</pre>
 *
 * @param <T> the type of the value
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Retained<T> implements ValueHolder {

  private volatile @Nullable T value;
  private volatile boolean isSet;

  Retained() {}

  /**
   * Sets the value to measure when the test method ends. A later call replaces it, since another
   * annotation may call the test method several times: to measure several values together, hold a
   * collection of them.
   */
  public void hold(@Nullable T held) {
    this.value = held;
    this.isSet = true;
  }

  /** Returns whether a value was set, which may be null. */
  boolean isSet() {
    return isSet;
  }

  /** Returns the value set last, or null if none was. */
  @Override
  public @Nullable T handedOver() {
    return value;
  }
}
