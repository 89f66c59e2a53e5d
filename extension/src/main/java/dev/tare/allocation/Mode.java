package dev.tare.allocation;

import org.apiguardian.api.API;

/** The calls that are judged. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Mode {
  /** The minimum of several calls after some warm-up calls. */
  STEADY,
  /**
   * The first call only, class loading and linking included. Its figure depends on what ran before
   * in the same JVM. A failure has no lines, since the first call cannot be repeated.
   */
  FIRST_CALL
}
