package dev.tare.allocation;

import org.apiguardian.api.API;

/** Whose allocation counts. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Scope {
  /** The thread that runs the test; exact. */
  TEST_THREAD,
  /**
   * The thread that runs the test and the threads started during a call, ended ones included. Work
   * that runs in a pool made before is not seen; virtual threads are, if their carriers were
   * started during the call.
   */
  STARTED_THREADS,
  /** All threads of the JVM, whatever they do; other tests must not run at the same time. */
  PROCESS
}
