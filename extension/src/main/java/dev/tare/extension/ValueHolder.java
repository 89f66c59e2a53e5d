package dev.tare.extension;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A test parameter through which the body hands over the value that is weighed after it.
 *
 * <p>The extension supplies the argument if an annotation that weighs values applies to the
 * parameter. The class needs a constructor without parameters, which may be package-private.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface ValueHolder {

  /** Returns the value handed over last, or null if there was none. */
  @Nullable Object handedOver();
}
