package dev.tare.internal.profile;

import java.io.IOException;

/** Records which methods a thread runs. */
interface MethodRecorder {

  /**
   * Starts a recording of the calling thread.
   *
   * @param prepared whether preparations run on the thread too, so that only samples of the body
   *     count
   */
  OpenRecording start(boolean prepared);

  /** Recording that has been started. */
  interface OpenRecording extends AutoCloseable {

    /** Drops the samples recorded so far. */
    void dropSamples();

    /**
     * Stops the recording and returns its samples.
     *
     * @throws IOException if the recording cannot be written or read
     */
    HotSpots stop() throws IOException;

    /** Releases the recording. */
    @Override
    void close();
  }
}
