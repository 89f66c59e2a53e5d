package dev.tare.retained;

import org.apiguardian.api.API;

/** What of a value counts. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Kind {

  /** What would be freed with it: what it reaches less what others reach without it. */
  RETAINED,

  /** Everything it reaches, shared or not. */
  REACHABLE
}
