package dev.tare.allocation;

import org.apiguardian.api.API;

/** Which calls are judged. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Mode {
  /** The minimum of several calls after some warm-up calls. */
  STEADY,
  /**
   * The first call and no other, class loading and linking included. Its figure depends on what ran
   * before in the same JVM.
   */
  FIRST_CALL
}
