package dev.tare.internal.fork;

import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * File with the measurements of a fresh JVM, or the reason why there are none. Both JVMs run the
 * same code, so the format has no version. Breakdowns are not included.
 */
public final class ForkReply {

  private static final byte FAILURE = 0;
  private static final byte OBSERVED = 1;
  private static final byte DOUBTFUL = 2;
  private static final byte MISSING = 3;

  private ForkReply() {}

  /** Writes the measurements. */
  public static void write(Path file, ForkedRun run) throws IOException {
    try (DataOutputStream out = open(file)) {
      out.writeByte(OBSERVED);
      out.writeDouble(run.core());
      out.writeInt(run.measurements().size());
      for (Measurement measurement : run.measurements()) {
        write(out, measurement);
      }
    }
  }

  /** Writes the reason why there are no measurements. */
  public static void writeFailure(Path file, String reason) throws IOException {
    try (DataOutputStream out = open(file)) {
      out.writeByte(FAILURE);
      out.writeUTF(reason.substring(0, Math.min(reason.length(), 1000)));
    }
  }

  static ForkedRun read(Path file) throws IOException, ForkFailedException {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      if (in.readByte() == FAILURE) {
        throw new ForkFailedException(in.readUTF());
      }
      double core = in.readDouble();
      List<Measurement> measurements = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        measurements.add(readMeasurement(in));
      }
      return new ForkedRun(measurements, core);
    }
  }

  private static DataOutputStream open(Path file) throws IOException {
    return new DataOutputStream(Files.newOutputStream(file));
  }

  private static void write(DataOutputStream out, Measurement measurement) throws IOException {
    Figure figure = measurement.figure();
    if (measurement instanceof Observed observed) {
      out.writeByte(OBSERVED);
      write(out, figure);
      write(out, observed);
    } else if (measurement instanceof Doubtful doubtful) {
      out.writeByte(DOUBTFUL);
      write(out, figure);
      out.writeUTF(doubtful.reason());
      out.writeBoolean(doubtful.observed() != null);
      if (doubtful.observed() != null) {
        write(out, doubtful.observed());
      }
    } else if (measurement instanceof Missing missing) {
      out.writeByte(MISSING);
      write(out, figure);
      out.writeUTF(missing.reason());
      out.writeUTF(missing.remedy());
    }
  }

  private static Measurement readMeasurement(DataInputStream in) throws IOException {
    byte kind = in.readByte();
    Figure figure = new Figure(in.readUTF(), in.readUTF(), in.readBoolean());
    if (kind == OBSERVED) {
      return readObserved(in, figure);
    }
    String reason = in.readUTF();
    if (kind == MISSING) {
      return new Missing(figure, reason, in.readUTF());
    }
    return new Doubtful(figure, reason, in.readBoolean() ? readObserved(in, figure) : null);
  }

  private static void write(DataOutputStream out, Figure figure) throws IOException {
    out.writeUTF(figure.id());
    out.writeUTF(figure.noun());
    out.writeBoolean(figure.plural());
  }

  private static void write(DataOutputStream out, Observed observed) throws IOException {
    write(out, observed.value());
    write(out, observed.lower());
    write(out, observed.upper());
    Sampling sampling = observed.sampling();
    out.writeUTF(sampling.statistic());
    out.writeInt(sampling.readings());
    out.writeLong(sampling.warmups());
    write(out, sampling.smallest());
    write(out, sampling.largest());
    writeOptional(out, sampling.first());
    writeOptional(out, sampling.undisturbed());
    write(out, observed.counted());
    write(out, observed.distortions());
    out.writeBoolean(observed.inflated());
  }

  private static Observed readObserved(DataInputStream in, Figure figure) throws IOException {
    return new Observed(
        figure,
        readQuantity(in),
        readQuantity(in),
        readQuantity(in),
        new Sampling(
            in.readUTF(),
            in.readInt(),
            in.readLong(),
            readQuantity(in),
            readQuantity(in),
            readOptional(in),
            readOptional(in)),
        readTexts(in),
        readTexts(in),
        in.readBoolean(),
        null);
  }

  private static void writeOptional(DataOutputStream out, @Nullable Quantity quantity)
      throws IOException {
    out.writeBoolean(quantity != null);
    if (quantity != null) {
      write(out, quantity);
    }
  }

  private static @Nullable Quantity readOptional(DataInputStream in) throws IOException {
    return in.readBoolean() ? readQuantity(in) : null;
  }

  private static void write(DataOutputStream out, Quantity quantity) throws IOException {
    out.writeUTF(quantity.unit());
    out.writeDouble(quantity.amount());
  }

  private static Quantity readQuantity(DataInputStream in) throws IOException {
    String unit = in.readUTF();
    double amount = in.readDouble();
    return switch (unit) {
      case "ns" -> new Elapsed(amount);
      case "x" -> new Ratio(amount);
      case "B" -> new DataSize((long) amount);
      case "" -> new Count((long) amount);
      default -> throw new IOException("a quantity in " + unit);
    };
  }

  private static void write(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      out.writeUTF(text);
    }
  }

  private static List<String> readTexts(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      texts.add(in.readUTF());
    }
    return texts;
  }
}
