package dev.tare.heap;

import org.apiguardian.api.API;

/**
 * Optional column of a profile dump. Each is computed for the whole profile when it is first
 * needed.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum NodeDetail {

  /** The number of references to the object: {@link ProfileNode#refCount()}. */
  REFERENCES,

  /**
   * The bytes that would be unreachable without the object: {@link ProfileNode#retainedSize()}, the
   * most expensive figure of a profile.
   */
  RETAINED
}
