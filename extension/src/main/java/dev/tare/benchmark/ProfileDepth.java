package dev.tare.benchmark;

import org.apiguardian.api.API;

/** How the time of a call is told apart. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum ProfileDepth {
  /** By samples of which method runs, which hardly slow it down and count no calls. */
  SAMPLES,
  /**
   * By calls too: hooks are woven into all methods of the application, of classes that were loaded
   * from folders or from where the test class was. They count each call, and tell its time and what
   * it allocates from those of the methods that it calls.
   */
  CALLS
}
