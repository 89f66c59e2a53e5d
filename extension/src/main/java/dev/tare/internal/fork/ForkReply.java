package dev.tare.internal.fork;

import dev.tare.internal.fork.ForkedJvm.ForkFailedException;
import dev.tare.model.Measurement;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * File with the measurements of a fresh JVM, or the reason why there are none. The serialized form
 * has no version, since both JVMs run the same code.
 */
public final class ForkReply {

  private static final String DESERIALIZATION_FILTER = "dev.tare.**;java.lang.*;java.util.*;!*";

  private static final int MAX_REASON_LENGTH = 1000;

  private ForkReply() {}

  /** Writes the measurements. */
  public static void write(Path file, List<Measurement> measurements) throws IOException {
    writeObject(file, new ArrayList<>(measurements));
  }

  /** Writes the reason why there are no measurements. */
  public static void writeFailure(Path file, String reason) throws IOException {
    writeObject(file, reason.substring(0, Math.min(reason.length(), MAX_REASON_LENGTH)));
  }

  static List<Measurement> read(Path file) throws IOException, ForkFailedException {
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      in.setObjectInputFilter(ObjectInputFilter.Config.createFilter(DESERIALIZATION_FILTER));
      Object reply = in.readObject();
      if (reply instanceof List<?> measurements) {
        return measurements.stream().map(Measurement.class::cast).toList();
      }
      throw new ForkFailedException(String.valueOf(reply));
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }

  private static void writeObject(Path file, Serializable reply) throws IOException {
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
      out.writeObject(reply);
    }
  }
}
