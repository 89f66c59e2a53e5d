package dev.tare.internal.fork;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * File in which a fresh JVM reports its phase to the JVM that waits for it; it is overwritten each
 * time.
 */
public final class ForkPhaseFile implements AutoCloseable {

  /** Least time between two reports; seldom, since they are written beside what is timed. */
  private static final long INTERVAL_NANOS = 500_000_000;

  /** Size of a report, enough for a phase of a hundred letters. */
  private static final int LONGEST = 128;

  private final byte[] line = new byte[LONGEST];
  private final RandomAccessFile file;
  private final LongSupplier nanoTime;
  private long due;
  private String lastPhase = "";
  private byte[] name = {};

  ForkPhaseFile(Path reply, LongSupplier nanoTime) throws IOException {
    this.file = new RandomAccessFile(ForkPhase.file(reply).toFile(), "rw");
    this.nanoTime = nanoTime;
    this.due = nanoTime.getAsLong();
  }

  /**
   * Opens the file of a JVM that leaves its reply in the given file.
   *
   * @throws IOException if there is no such folder
   */
  public static ForkPhaseFile beside(Path reply) throws IOException {
    return new ForkPhaseFile(reply, System::nanoTime);
  }

  /**
   * Writes a report, unless one was written shortly before.
   *
   * @throws UncheckedIOException if it cannot be written; then the reply cannot be written either
   */
  public void report(String phase, long samples, double nanosPerCall) {
    long now = nanoTime.getAsLong();
    if (now - due < 0) {
      return;
    }
    due = now + INTERVAL_NANOS;
    try {
      int length = put(Double.doubleToRawLongBits(nanosPerCall), 8, put(samples, 8, name(phase)));
      // written at once, so that a reader rarely sees half of it
      file.seek(0);
      file.write(line, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // The format of DataOutputStream, written without streams and strings: their JIT profiles, which
  // the JVM has just discarded, must only contain calls of the timed body.

  private int name(String phase) {
    if (!phase.equals(lastPhase)) {
      lastPhase = phase;
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
