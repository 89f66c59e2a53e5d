package dev.tare.allocation;

import org.apiguardian.api.API;

/** The threads whose allocation counts. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Scope {
  /** The thread that runs the test; exact. */
  TEST_THREAD,
  /**
   * All threads of the JVM: the thread that runs the test, the threads that a call starts, also if
   * they end before the call does, virtual threads, the threads of pools, and all others. Exact if
   * other threads allocate nothing at the beginning and at the end of a call. If they allocate
   * without a pause, or other tests run at the same time, the verdict is inconclusive. What threads
   * do after the call has returned does not count.
   */
  ALL_THREADS
}
