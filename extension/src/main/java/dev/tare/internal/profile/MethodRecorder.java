package dev.tare.internal.profile;

import java.io.IOException;

/** Records in which methods threads are. */
interface MethodRecorder {

  /**
   * Starts, for the calling thread.
   *
   * @param prepared whether the body of {@link ProfiledCalls} is not all that it runs, and alone
   *     counts
   */
  Running start(boolean prepared);

  /** A recording that has been started. */
  interface Running extends AutoCloseable {

    /** Leaves out what was recorded so far. */
    void forget();

    /**
     * Stops, and answers where the thread was.
     *
     * @throws IOException if the recording cannot be written or read
     */
    HotSpots stop() throws IOException;

    /** Lets go of it. */
    @Override
    void close();
  }
}
