package dev.tare.internal.fork;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Phase of a fresh JVM.
 *
 * @param name name of the phase; empty while the JVM starts
 * @param samples number of samples taken in it
 * @param nanosPerCall nanoseconds per call in the last sample; NaN before the first
 */
public record ForkPhase(String name, long samples, double nanosPerCall) {

  /** The JVM is starting and has measured nothing yet. */
  public static final ForkPhase STARTING = new ForkPhase("", 0, Double.NaN);

  /** Returns the file for the phase of a JVM, given the file for its reply. */
  static Path file(Path reply) {
    return reply.resolveSibling("phase");
  }

  /** Reads the last phase; {@link #STARTING} if there is none. */
  static ForkPhase read(Path reply) {
    Path file = file(reply);
    if (!Files.exists(file)) {
      return STARTING;
    }
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)));
      return new ForkPhase(in.readUTF(), in.readLong(), in.readDouble());
    } catch (IOException e) {
      // half written; the next read finds it complete, and only a line on the console depends on it
      return STARTING;
    }
  }
}
