package dev.tare.internal.fork;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a fresh JVM is doing.
 *
 * @param name of the phase; empty while the JVM starts
 * @param samples how many were taken in it
 * @param nanosPerCall what a call takes by the last of them; not a number before the first
 */
public record ForkPhase(String name, long samples, double nanosPerCall) {

  /** Nothing is measured yet. */
  public static final ForkPhase STARTING = new ForkPhase("", 0, Double.NaN);

  /** Where a JVM that leaves its reply in a file tells its phase. */
  static Path file(Path reply) {
    return reply.resolveSibling("phase");
  }

  /** What was told last; {@link #STARTING} where nothing was. */
  static ForkPhase read(Path reply) {
    Path file = file(reply);
    if (!Files.exists(file)) {
      return STARTING;
    }
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)));
      return new ForkPhase(in.readUTF(), in.readLong(), in.readDouble());
    } catch (IOException e) {
      // half of it, which is whole the next time; nothing but a line on a console hangs on it
      return STARTING;
    }
  }
}
