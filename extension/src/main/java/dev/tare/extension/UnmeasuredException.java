package dev.tare.extension;

import org.apiguardian.api.API;
import org.junit.platform.commons.JUnitException;

/**
 * A budget that could not be measured: the test fails, since a promise that nobody checked is not
 * kept. Line 1 of the message begins with {@code unmeasured}; the message says which one line to
 * add.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class UnmeasuredException extends JUnitException {

  private static final long serialVersionUID = 1L;

  /** The message is complete as it is printed. */
  public UnmeasuredException(String message) {
    super(message);
  }
}
