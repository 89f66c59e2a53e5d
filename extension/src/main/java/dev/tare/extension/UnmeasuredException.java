package dev.tare.extension;

import org.apiguardian.api.API;

/**
 * Thrown when a budget could not be measured: the test fails, since an unchecked promise is not a
 * kept one. Line 1 of the message begins with {@code unmeasured}; the message says which one line
 * to add.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class UnmeasuredException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception whose message is printed as it is. */
  public UnmeasuredException(String message) {
    super(message);
  }
}
