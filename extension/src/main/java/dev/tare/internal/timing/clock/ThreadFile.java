package dev.tare.internal.timing.clock;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import org.jspecify.annotations.Nullable;

/**
 * File below {@code /proc/thread-self} with counters of the calling thread. It stays open between
 * readings, so that a reading takes about a microsecond.
 *
 * <p>Numbers are parsed from bytes. Readings happen between timed calls, and code of strings and
 * collections would change JIT profiles that the user's code shares.
 */
final class ThreadFile {

  private static final int MAX_LENGTH = 1024;

  private final String path;
  private final byte[] bytes = new byte[MAX_LENGTH];
  private @Nullable RandomAccessFile file;
  private @Nullable Thread thread;
  private boolean missing;

  ThreadFile(String path) {
    this.path = path;
  }

  /** Reads the file of the calling thread and returns its length, or -1 if there is none. */
  int read() {
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
      return own.read(bytes);
    } catch (IOException e) {
      // only Linux has such files; exceptions are slow, so the file is not tried again
      missing = !new File(path).exists();
      return -1;
    }
  }

  /** Returns the byte at a position of the last reading. */
  byte at(int position) {
    return bytes[position];
  }

  /** Returns the number that begins at a position of the last reading. */
  long parseNumber(int from, int length) {
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
