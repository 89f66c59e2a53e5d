package dev.tare.extension;

import dev.tare.internal.render.OneLine;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Thrown for an invalid annotation or key, before the test's body and its {@code @BeforeEach}
 * methods run. The message quotes the annotation, the method and the text, and gives an accepted
 * example.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TareConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception whose message is printed as it is, in one line. */
  public TareConfigurationException(String message) {
    super(OneLine.of(message));
  }

  /** Creates an exception with a cause, whose message is printed as it is, in one line. */
  public TareConfigurationException(String message, @Nullable Throwable cause) {
    super(OneLine.of(message), cause);
  }
}
