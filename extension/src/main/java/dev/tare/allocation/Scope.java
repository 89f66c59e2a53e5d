package dev.tare.allocation;

import org.apiguardian.api.API;

/** Whose allocation counts. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Scope {
  /** The thread that runs the test; exact. */
  TEST_THREAD,
  /**
   * The thread that runs the test and the threads started during a call, ended ones included;
   * exact, and inconclusive where threads ended while others allocated without a rest. Work that
   * runs in a pool made before is not seen, and the report says that such threads allocated. A
   * virtual thread is seen through the thread that carries it, so those of others are counted too.
   */
  STARTED_THREADS,
  /** All threads of the JVM, whatever they do; other tests must not run at the same time. */
  PROCESS
}
