package dev.tare.growth;

import org.apiguardian.api.API;

/** What of a call may grow. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Cost {

  /** How long the call takes. */
  TIME,

  /** The bytes that the calling thread allocates: the minimum of a few calls, exact. */
  ALLOCATED,

  /** The bytes that would be freed with what the call returns, exact. */
  RETAINED
}
