package dev.tare.internal.timing.clock;

import java.io.IOException;

/** Reads from Linux for how long a thread was ready to run and had no processor. */
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

  /** Nanoseconds of the calling thread so far; less than 0 where Linux does not count them. */
  long ofThisThread() {
    int length = file.read();
    for (int at = 0; at < length; at++) {
      if (file.at(at) == ' ') {
        return file.number(at + 1, length);
      }
    }
    return -1;
  }

  void close() throws IOException {
    file.close();
  }
}
