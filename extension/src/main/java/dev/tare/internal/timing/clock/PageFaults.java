package dev.tare.internal.timing.clock;

import java.io.IOException;

/**
 * Reads the number of minor page faults of a thread: first uses of a page of memory. Linux only.
 */
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

  /** Returns the minor page faults of the calling thread; negative if they are not counted. */
  long ofThisThread() {
    long faults = parse(file.read());
    // a sandbox that does not count reports 0, which no running thread has
    return faults > 0 ? faults : -1;
  }

  /** Closes the file; the next reading opens it again. */
  void close() throws IOException {
    file.close();
  }

  private long parse(int length) {
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
    return file.parseNumber(at, length);
  }
}
