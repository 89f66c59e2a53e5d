package dev.tare.internal.timing;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import org.jspecify.annotations.Nullable;

/**
 * Asks Linux how often a thread was given a page of memory when it used it for the first time.
 *
 * <p>It is asked beside what is timed, so it reads a file that stays open and goes through its
 * bytes by itself: what texts and collections do for others, the JIT would know when it compiles
 * the method timed.
 */
final class PageFaults {

  // Linux, Documentation/filesystems/proc.rst, table 1-4, "minflt: number of minor faults"; the
  // second field is a name in parentheses, which may have spaces in it
  private static final String FILE = "/proc/thread-self/stat";
  private static final int SPACES_BEFORE = 8;
  private static final int LONGEST = 1024;

  private final String path;
  private final byte[] line = new byte[LONGEST];
  private @Nullable RandomAccessFile file;
  private @Nullable Thread thread;
  private boolean missing;

  PageFaults() {
    this(FILE);
  }

  PageFaults(String path) {
    this.path = path;
  }

  /**
   * Those of the calling thread so far; less than 0 where they are not counted, which is found
   * once.
   */
  long ofThisThread() {
    if (missing) {
      return -1;
    }
    try {
      RandomAccessFile own = file;
      if (own == null || thread != Thread.currentThread()) {
        close();
        own = new RandomAccessFile(path, "r");
        file = own;
        thread = Thread.currentThread();
      }
      own.seek(0);
      long faults = parsed(own.read(line));
      // a sandbox that does not count says 0: no thread runs without memory
      return faults > 0 ? faults : -1;
    } catch (IOException e) {
      // there is no such file but on Linux, and an exception takes longer than the answer
      missing = !new File(path).exists();
      return -1;
    }
  }

  /** It is opened again when it is needed. */
  void close() throws IOException {
    if (file != null) {
      file.close();
      file = null;
    }
  }

  private long parsed(int length) {
    int at = length - 1;
    while (at >= 0 && line[at] != ')') {
      at--;
    }
    for (int spaces = 0; spaces < SPACES_BEFORE; at++) {
      if (at < 0 || at >= length) {
        return -1;
      }
      spaces += line[at] == ' ' ? 1 : 0;
    }
    long number = 0;
    for (; at < length && line[at] >= '0' && line[at] <= '9'; at++) {
      number = 10 * number + line[at] - '0';
    }
    return number;
  }
}
