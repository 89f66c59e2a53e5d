package dev.tare.heap;

import java.util.Locale;
import org.apiguardian.api.API;

/**
 * Thrown if a walk reaches more objects than {@link ObjectGraph#withObjectLimit} allows. The bytes
 * counted until then are a lower bound of the requested size.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TooManyObjectsException extends UnweighableException {

  private static final long serialVersionUID = 1L;

  private final long limit;
  private final long bytes;

  /** Creates an exception with the limit and the bytes counted until then. */
  public TooManyObjectsException(long limit, long bytes) {
    super(
        String.format(Locale.ROOT, "the value reaches more than %,d objects", limit),
        "raise the limit, ignore what does not belong to the value, or weigh a part of it");
    this.limit = limit;
    this.bytes = bytes;
  }

  /** Returns the largest number of objects the walk was allowed to reach. */
  public long limit() {
    return limit;
  }

  /** Returns the bytes counted until then, a lower bound of the requested size. */
  public long bytes() {
    return bytes;
  }
}
