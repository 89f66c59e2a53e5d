package dev.tare.internal.fork;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * File in which a fresh JVM reports its phase to the JVM that waits for it. Each report overwrites
 * the previous one.
 */
public final class ForkPhaseFile implements AutoCloseable {

  /** Least time between two reports, long because writing one disturbs the timed code. */
  private static final long INTERVAL_NANOS = 500_000_000;

  /** Largest size of a report, enough for a phase of a hundred letters. */
  private static final int MAX_BYTES = 128;

  private final byte[] buffer = new byte[MAX_BYTES];
  private final RandomAccessFile file;
  private final LongSupplier nanoTime;
  private long nextReportNanos;
  private String lastPhase = "";
  private byte[] lastName = {};

  ForkPhaseFile(Path reply, LongSupplier nanoTime) throws IOException {
    this.file = new RandomAccessFile(ForkPhase.file(reply).toFile(), "rw");
    this.nanoTime = nanoTime;
    this.nextReportNanos = nanoTime.getAsLong();
  }

  /**
   * Opens the file for the phase of this JVM, given the file for its reply.
   *
   * @throws IOException if the folder of the reply does not exist
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
    if (now - nextReportNanos < 0) {
      return;
    }
    nextReportNanos = now + INTERVAL_NANOS;
    try {
      int length =
          putBigEndian(
              Double.doubleToRawLongBits(nanosPerCall),
              8,
              putBigEndian(samples, 8, putName(phase)));
      // one write, so that a reader rarely sees half of a report
      file.seek(0);
      file.write(buffer, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // The format of DataOutputStream, written without streams and strings: their JIT profiles, which
  // the JVM has just discarded, must only contain calls of the timed body.

  private int putName(String phase) {
    if (!phase.equals(lastPhase)) {
      lastPhase = phase;
      lastName = phase.getBytes(StandardCharsets.US_ASCII);
    }
    int end = putBigEndian(lastName.length, 2, 0);
    for (byte letter : lastName) {
      buffer[end] = letter;
      end++;
    }
    return end;
  }

  private int putBigEndian(long number, int bytes, int from) {
    for (int i = 0; i < bytes; i++) {
      buffer[from + i] = (byte) (number >>> (Byte.SIZE * (bytes - 1 - i)));
    }
    return from + bytes;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
