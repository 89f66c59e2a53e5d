package dev.tare.internal.fork;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** Tells the JVM that waits for this one what it is doing, in a file that is written over. */
public final class ForkPhaseFile implements AutoCloseable {

  /** Seldom, since it is told beside what is timed: a person looks no oftener. */
  private static final long INTERVAL_NANOS = 500_000_000;

  /** Room for a phase of a hundred letters. */
  private static final int LONGEST = 128;

  private final byte[] line = new byte[LONGEST];
  private final RandomAccessFile file;
  private final LongSupplier nanoTime;
  private long due;
  private String told = "";
  private byte[] name = {};

  ForkPhaseFile(Path reply, LongSupplier nanoTime) throws IOException {
    this.file = new RandomAccessFile(ForkPhase.file(reply).toFile(), "rw");
    this.nanoTime = nanoTime;
    this.due = nanoTime.getAsLong();
  }

  /**
   * The one of a JVM that leaves its reply in the file given.
   *
   * @throws IOException if there is no such folder
   */
  public static ForkPhaseFile beside(Path reply) throws IOException {
    return new ForkPhaseFile(reply, System::nanoTime);
  }

  /**
   * Tells it, unless it was told shortly before.
   *
   * @throws UncheckedIOException if it cannot be written, as then the reply cannot either
   */
  public void tell(String phase, long samples, double nanosPerCall) {
    long now = nanoTime.getAsLong();
    if (now - due < 0) {
      return;
    }
    due = now + INTERVAL_NANOS;
    try {
      int length = put(Double.doubleToRawLongBits(nanosPerCall), 8, put(samples, 8, name(phase)));
      // in one piece, so that hardly ever half of it is read
      file.seek(0);
      file.write(line, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // As a DataOutputStream writes it, but the JIT must not learn of a stream or a text what it would
  // not learn from the body that is timed: the JVM has just forgotten that.

  private int name(String phase) {
    if (!phase.equals(told)) {
      told = phase;
      name = phase.getBytes(StandardCharsets.US_ASCII);
    }
    int at = put(name.length, 2, 0);
    for (byte letter : name) {
      line[at] = letter;
      at++;
    }
    return at;
  }

  private int put(long number, int bytes, int from) {
    for (int i = 0; i < bytes; i++) {
      line[from + i] = (byte) (number >>> (Byte.SIZE * (bytes - 1 - i)));
    }
    return from + bytes;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
