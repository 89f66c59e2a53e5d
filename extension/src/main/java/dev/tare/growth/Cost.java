package dev.tare.growth;

import org.apiguardian.api.API;

/** Cost of a call that {@link Growth} limits. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Cost {

  /** The time of the call. */
  TIME,

  /** The bytes that the calling thread allocates: the minimum of a few calls, exact. */
  ALLOCATED,

  /** The bytes that would be freed with what the call returns, exact. */
  RETAINED
}
