package dev.tare.heap;

import org.apiguardian.api.API;

/**
 * An object graph cannot be weighed exactly: this JVM lets no agent in, or an object has no exact
 * size. There is no estimate instead.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed class UnweighableException extends RuntimeException permits TooManyObjectsException {

  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String remedy;

  /**
   * @param reason why there is no size
   * @param remedy what to do about it
   */
  public UnweighableException(String reason, String remedy) {
    super(reason + "; " + remedy);
    this.reason = reason;
    this.remedy = remedy;
  }

  /**
   * @param reason why there is no size
   * @param remedy what to do about it
   * @param cause what was thrown
   */
  public UnweighableException(String reason, String remedy, Throwable cause) {
    this(reason, remedy);
    initCause(cause);
  }

  /** Why there is no number. */
  public String reason() {
    return reason;
  }

  /** The one line to add or change. */
  public String remedy() {
    return remedy;
  }
}
