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
 * <p>It also works in an interrupted thread, in which a {@code FileChannel} would be closed.
 */
final class DumpInput implements Closeable {

  private static final int BUFFER_SIZE = 1 << 18;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final RandomAccessFile file;
  private final byte[] buffer;
  private long bufferStart;
  private int index;
  private int limit;
  private boolean wideIds = true;

  DumpInput(Path path) throws IOException {
    file = new RandomAccessFile(path.toFile(), "r");
    buffer = new byte[(int) Math.min(BUFFER_SIZE, file.length() + Long.BYTES)];
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

  /** Returns the position of the next byte in the file. */
  long position() {
    return bufferStart + index;
  }

  boolean hasMore() throws IOException {
    return index < limit || fill() > 0;
  }

  int u1() throws IOException {
    ensureBuffered(Byte.BYTES);
    return buffer[index++] & 0xFF;
  }

  int u2() throws IOException {
    int high = u1();
    return (high << Byte.SIZE) | u1();
  }

  int i4() throws IOException {
    ensureBuffered(Integer.BYTES);
    int number = (int) INTS.get(buffer, index);
    index += Integer.BYTES;
    return number;
  }

  long u4() throws IOException {
    return Integer.toUnsignedLong(i4());
  }

  long id() throws IOException {
    if (!wideIds) {
      return u4();
    }
    ensureBuffered(Long.BYTES);
    long number = (long) LONGS.get(buffer, index);
    index += Long.BYTES;
    return number;
  }

  byte[] bytes(int length) throws IOException {
    requireRemaining(length);
    byte[] copy = new byte[length];
    for (int copied = 0; copied < length; ) {
      if (index == limit && fill() == 0) {
        throw truncated();
      }
      int part = Math.min(limit - index, length - copied);
      System.arraycopy(buffer, index, copy, copied, part);
      index += part;
      copied += part;
    }
    return copy;
  }

  String ascii(int length) throws IOException {
    return new String(bytes(length), StandardCharsets.US_ASCII);
  }

  void skip(long bytes) throws IOException {
    if (bytes <= limit - index) {
      index += (int) bytes;
      return;
    }
    requireRemaining(bytes);
    long target = position() + bytes;
    bufferStart = target;
    index = 0;
    limit = 0;
    file.seek(target);
  }

  /**
   * Checks that the file has a number of further bytes, before memory is allocated for them.
   *
   * @throws IOException if the file ends earlier, or the number is negative
   */
  void requireRemaining(long bytes) throws IOException {
    if (bytes < 0 || bytes > file.length() - position()) {
      throw truncated();
    }
  }

  /**
   * Skips to a position.
   *
   * @throws IOException if the position was already passed, or is behind the end of the file
   */
  void skipTo(long position) throws IOException {
    long bytes = position - position();
    if (bytes < 0) {
      throw new IOException("a record ends at byte " + position + ", within its content");
    }
    skip(bytes);
  }

  /** Fills the buffer until it has a number of unread bytes. */
  private void ensureBuffered(int bytes) throws IOException {
    while (limit - index < bytes) {
      if (fill() == 0) {
        throw truncated();
      }
    }
  }

  /** Reads bytes behind the unread ones and returns their number; 0 at the end of the file. */
  private int fill() throws IOException {
    System.arraycopy(buffer, index, buffer, 0, limit - index);
    bufferStart += index;
    limit -= index;
    index = 0;
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
