package dev.tare.extension;

import dev.tare.internal.render.OneLine;
import org.apiguardian.api.API;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * An annotation or key that makes no sense: its message quotes the annotation, the method and the
 * text, and gives an accepted example. It is thrown before the test's body and its
 * {@code @BeforeEach} methods run.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TareConfigurationException extends ExtensionConfigurationException {

  private static final long serialVersionUID = 1L;

  /** The message is complete as it is printed, in one line. */
  public TareConfigurationException(String message) {
    super(OneLine.of(message));
  }

  /** The message is complete as it is printed, in one line; the cause says where it was found. */
  public TareConfigurationException(String message, Throwable cause) {
    super(OneLine.of(message), cause);
  }
}
