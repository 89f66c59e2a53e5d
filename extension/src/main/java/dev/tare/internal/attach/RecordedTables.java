package dev.tare.internal.attach;

import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Remark;
import dev.tare.unit.DataSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;

/**
 * Tables of a recording, which the recorded JVM sends to the attaching one.
 *
 * @param breakdown the rows, with notes on what they leave out
 * @param threads the bytes by thread name; without rows if calls were counted
 * @param layout the JVM's properties that sizes depend on
 */
record RecordedTables(
    long process, long millis, int classes, Breakdown breakdown, Breakdown threads, String layout)
    implements Serializable {

  /** Returns a breakdown of bytes, whose total is the sum of the rows. */
  static Breakdown breakdown(List<Row> rows, List<Remark> notes) {
    return new Breakdown(new DataSize(RecordedRows.bytes(rows)), rows, notes);
  }

  /** Returns phrases about the recording, for the line below the rows. */
  List<String> phrases() {
    return List.of(
        String.format(Locale.ROOT, "%,.1f s", millis / 1_000.0),
        "all threads",
        String.format(Locale.ROOT, "%,d class%s woven", classes, classes == 1 ? "" : "es"),
        layout);
  }

  void write(OutputStream out) throws IOException {
    ObjectOutputStream objects = new ObjectOutputStream(out);
    objects.writeObject(this);
    objects.flush();
  }

  static RecordedTables read(InputStream in) throws IOException {
    try {
      return (RecordedTables) new ObjectInputStream(in).readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }
}
