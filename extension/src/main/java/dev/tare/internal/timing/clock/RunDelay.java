package dev.tare.internal.timing.clock;

import java.io.IOException;

/** Reads how long a thread was ready to run but had no processor. Linux only. */
final class RunDelay {

  // Linux, Documentation/scheduler/sched-stats.rst, /proc/<pid>/schedstat: the second number is the
  // time spent waiting on a run queue, in nanoseconds
  private static final String FILE = "/proc/thread-self/schedstat";

  private final ThreadFile file;

  RunDelay() {
    this(FILE);
  }

  RunDelay(String path) {
    this.file = new ThreadFile(path);
  }

  /**
   * Returns the run delay of the calling thread in nanoseconds; negative if Linux does not count
   * it.
   */
  long ofThisThread() {
    int length = file.read();
    for (int at = 0; at < length; at++) {
      if (file.at(at) == ' ') {
        return file.parseNumber(at + 1, length);
      }
    }
    return -1;
  }

  void close() throws IOException {
    file.close();
  }
}
