package dev.tare.internal.heap.hprof;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Buffered reader of the big-endian numbers of a file.
 *
 * <p>It works in an interrupted thread too, as a {@code FileChannel} would not.
 */
final class DumpInput implements Closeable {

  private static final int BUFFER = 1 << 18;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final RandomAccessFile file;
  private final byte[] buffer;
  private long bufferStart;
  private int at;
  private int limit;
  private boolean wideIds = true;

  DumpInput(Path path) throws IOException {
    file = new RandomAccessFile(path.toFile(), "r");
    buffer = new byte[(int) Math.min(BUFFER, file.length() + Long.BYTES)];
  }

  /** Sets the size of ids: 4 or 8 bytes. */
  void setIdSize(int bytes) throws IOException {
    if (bytes != Integer.BYTES && bytes != Long.BYTES) {
      throw new IOException("its ids have " + bytes + " bytes");
    }
    wideIds = bytes == Long.BYTES;
  }

  int idSize() {
    return wideIds ? Long.BYTES : Integer.BYTES;
  }

  /** Returns the number of bytes before the next one. */
  long position() {
    return bufferStart + at;
  }

  boolean hasMore() throws IOException {
    return at < limit || fill() > 0;
  }

  int u1() throws IOException {
    require(Byte.BYTES);
    return buffer[at++] & 0xFF;
  }

  int u2() throws IOException {
    int high = u1();
    return (high << Byte.SIZE) | u1();
  }

  int i4() throws IOException {
    require(Integer.BYTES);
    int number = (int) INTS.get(buffer, at);
    at += Integer.BYTES;
    return number;
  }

  long u4() throws IOException {
    return Integer.toUnsignedLong(i4());
  }

  long id() throws IOException {
    if (!wideIds) {
      return u4();
    }
    require(Long.BYTES);
    long number = (long) LONGS.get(buffer, at);
    at += Long.BYTES;
    return number;
  }

  byte[] bytes(int length) throws IOException {
    requireLeft(length);
    byte[] copy = new byte[length];
    for (int done = 0; done < length; ) {
      if (at == limit && fill() == 0) {
        throw truncated();
      }
      int part = Math.min(limit - at, length - done);
      System.arraycopy(buffer, at, copy, done, part);
      at += part;
      done += part;
    }
    return copy;
  }

  String ascii(int length) throws IOException {
    return new String(bytes(length), StandardCharsets.US_ASCII);
  }

  void skip(long bytes) throws IOException {
    if (bytes <= limit - at) {
      at += (int) bytes;
      return;
    }
    requireLeft(bytes);
    long target = position() + bytes;
    bufferStart = target;
    at = 0;
    limit = 0;
    file.seek(target);
  }

  /**
   * Checks that some bytes are left, before memory is allocated for them.
   *
   * @throws IOException if the file ends before, or the number is negative
   */
  void requireLeft(long bytes) throws IOException {
    if (bytes < 0 || bytes > file.length() - position()) {
      throw truncated();
    }
  }

  /** Skips to a position that was not passed yet. */
  void skipTo(long position) throws IOException {
    long bytes = position - position();
    if (bytes < 0) {
      throw new IOException("a record ends at byte " + position + ", within its content");
    }
    skip(bytes);
  }

  private void require(int bytes) throws IOException {
    while (limit - at < bytes) {
      if (fill() == 0) {
        throw truncated();
      }
    }
  }

  /** Reads more bytes behind those that are left, and returns how many. */
  private int fill() throws IOException {
    System.arraycopy(buffer, at, buffer, 0, limit - at);
    bufferStart += at;
    limit -= at;
    at = 0;
    int read = file.read(buffer, limit, buffer.length - limit);
    if (read < 0) {
      return 0;
    }
    limit += read;
    return read;
  }

  private EOFException truncated() throws IOException {
    return new EOFException("it ends at byte " + file.length() + ", within a record");
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
