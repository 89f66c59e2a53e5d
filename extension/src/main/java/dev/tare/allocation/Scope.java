package dev.tare.allocation;

import org.apiguardian.api.API;

/** The threads whose allocation counts. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Scope {
  /** The thread that runs the test; exact. */
  TEST_THREAD,
  /**
   * The thread that runs the test and the threads started during a call, ended ones included. The
   * figure is exact; it is inconclusive if threads ended while others allocated all the time. Work
   * in a pool that was created before does not count, and the report says that such threads
   * allocated. The bytes of virtual threads are those of their carriers, so other tests' virtual
   * threads count too.
   */
  STARTED_THREADS,
  /** All threads of the JVM; other tests must not run at the same time. */
  PROCESS
}
