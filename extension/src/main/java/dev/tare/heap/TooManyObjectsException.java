package dev.tare.heap;

import java.util.Locale;
import org.apiguardian.api.API;

/**
 * A walk met more objects than {@link ObjectGraph#withObjectLimit} allows, and ended there. What it
 * had counted until then is a lower bound of the figure that was asked for.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TooManyObjectsException extends UnweighableException {

  private static final long serialVersionUID = 1L;

  private final long limit;
  private final long bytes;

  /**
   * @param limit the most objects that the walk could meet
   * @param bytes what it had counted when it ended
   */
  public TooManyObjectsException(long limit, long bytes) {
    super(
        String.format(Locale.ROOT, "the value reaches more than %,d objects", limit),
        "raise the limit, ignore what does not belong to the value, or weigh a part of it");
    this.limit = limit;
    this.bytes = bytes;
  }

  /** How many objects the walk might meet. */
  public long limit() {
    return limit;
  }

  /** The bytes counted until then: the figure asked for is at least so large. */
  public long bytes() {
    return bytes;
  }
}
