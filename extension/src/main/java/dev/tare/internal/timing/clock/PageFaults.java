package dev.tare.internal.timing.clock;

import java.io.IOException;

/** Asks Linux how often a thread was given a page of memory when it used it for the first time. */
final class PageFaults {

  // Linux, Documentation/filesystems/proc.rst, table 1-4, "minflt: number of minor faults"; the
  // second field is a name in parentheses, which may have spaces in it
  private static final String FILE = "/proc/thread-self/stat";
  private static final int SPACES_BEFORE = 8;

  private final ThreadFile file;

  PageFaults() {
    this(FILE);
  }

  PageFaults(String path) {
    this.file = new ThreadFile(path);
  }

  /**
   * Those of the calling thread so far; less than 0 where they are not counted, which is found
   * once.
   */
  long ofThisThread() {
    long faults = parsed(file.read());
    // a sandbox that does not count says 0: no thread runs without memory
    return faults > 0 ? faults : -1;
  }

  /** It is opened again when it is needed. */
  void close() throws IOException {
    file.close();
  }

  private long parsed(int length) {
    int at = length - 1;
    while (at >= 0 && file.at(at) != ')') {
      at--;
    }
    for (int spaces = 0; spaces < SPACES_BEFORE; at++) {
      if (at < 0 || at >= length) {
        return -1;
      }
      spaces += file.at(at) == ' ' ? 1 : 0;
    }
    return file.number(at, length);
  }
}
