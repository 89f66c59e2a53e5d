package dev.tare.internal.timing.clock;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads how long a thread was ready to run but had no processor. Linux only.
 *
 * <p>The file stays open between readings, so that a reading takes about a microsecond. The number
 * is parsed from bytes: readings happen between timed calls, and code of strings would change JIT
 * profiles that the user's code shares.
 */
final class RunDelay {

  // Linux, Documentation/scheduler/sched-stats.rst, /proc/<pid>/schedstat: the second number is the
  // time spent waiting on a run queue, in nanoseconds
  private static final String FILE = "/proc/thread-self/schedstat";

  private static final int MAX_LENGTH = 128;

  private final String path;
  private final byte[] bytes = new byte[MAX_LENGTH];
  private @Nullable RandomAccessFile file;
  private @Nullable Thread thread;
  private boolean missing;

  RunDelay() {
    this(FILE);
  }

  RunDelay(String path) {
    this.path = path;
  }

  /**
   * Returns the run delay of the calling thread in nanoseconds; negative if Linux does not count
   * it.
   */
  long ofThisThread() {
    int length = missing ? -1 : read();
    for (int at = 0; at < length; at++) {
      if (bytes[at] == ' ') {
        return parseNumber(at + 1, length);
      }
    }
    return -1;
  }

  /** Reads the file of the calling thread and returns its length, or -1 if there is none. */
  private int read() {
    try {
      RandomAccessFile own = file;
      if (own == null || thread != Thread.currentThread()) {
        close();
        own = new RandomAccessFile(path, "r");
        file = own;
        thread = Thread.currentThread();
      }
      own.seek(0);
      return own.read(bytes);
    } catch (IOException e) {
      // only Linux has such files; exceptions are slow, so the file is not tried again
      missing = !new File(path).exists();
      return -1;
    }
  }

  private long parseNumber(int from, int length) {
    long number = 0;
    for (int at = from; at < length && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
      number = 10 * number + bytes[at] - '0';
    }
    return number;
  }

  /** Closes the file; the next reading opens it again. */
  void close() throws IOException {
    if (file != null) {
      file.close();
      file = null;
    }
  }
}
