package dev.tare.benchmark;

import org.apiguardian.api.API;

/** How the profile of a failed benchmark is made. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum ProfileKind {
  /**
   * Samples of the running method, and the durations for which the thread waits: for locks, other
   * threads, sockets and files. They hardly slow the body down, but do not count calls.
   */
  SAMPLES,
  /**
   * Counted and timed calls. Hooks are woven into all methods of the application: classes that were
   * loaded from folders, or from the same place as the test class. The hooks record the calls, the
   * time and the allocated bytes of each method, without those of the methods that it calls.
   */
  CALLS
}
