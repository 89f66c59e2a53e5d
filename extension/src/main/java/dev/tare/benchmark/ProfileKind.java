package dev.tare.benchmark;

import org.apiguardian.api.API;

/** How the profile of a failed benchmark is made. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum ProfileKind {
  /** Samples of the running method: they hardly slow the body down and count no calls. */
  SAMPLES,
  /**
   * Calls, counted and timed. Hooks are woven into all methods of the application: of classes
   * loaded from folders, or from where the test class was loaded. They record the calls, the time
   * and the allocated bytes of each method, separately from those of the methods that it calls.
   */
  CALLS
}
