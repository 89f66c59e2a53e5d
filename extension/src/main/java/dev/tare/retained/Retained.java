package dev.tare.retained;

import dev.tare.extension.HandedOver;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Takes the value that a test hands over to be weighed when its body has ended.
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
public final class Retained<T> implements HandedOver {

  private volatile @Nullable T held;

  Retained() {}

  /** Hands a value over; the last one counts, and it is weighed as it is at the end of the body. */
  public void hold(@Nullable T value) {
    this.held = value;
  }

  /** The value handed over last, or null if none was. */
  @Override
  public @Nullable T handedOver() {
    return held;
  }
}
