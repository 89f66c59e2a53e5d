package dev.tare.internal.attach;

import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.unit.DataSize;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The allocation that a recording found, which the recorded JVM sends to the attaching one.
 *
 * @param process the process id
 * @param millis the duration
 * @param classes the number of woven classes
 * @param breakdown the rows, with notes on allocation that they do not include
 * @param layout the JVM's properties that sizes depend on
 */
record RecordedAllocation(
    long process, long millis, int classes, Breakdown breakdown, String layout) {

  private static final int MAX_TEXT = 1_000;

  /** Returns a breakdown with the sum of the rows. */
  static Breakdown breakdown(List<Row> rows, List<String> notes) {
    return new Breakdown(
        new DataSize(rows.stream().mapToLong(RecordedAllocation::bytes).sum()), rows, notes);
  }

  private static long bytes(Row row) {
    return ((DataSize) row.amount()).bytes();
  }

  /** Returns phrases on how it was recorded, for the line below the rows. */
  List<String> phrases() {
    return List.of(
        String.format(Locale.ROOT, "%,.1f s", millis / 1_000.0),
        "all threads",
        String.format(Locale.ROOT, "%,d class%s woven", classes, classes == 1 ? "" : "es"),
        layout);
  }

  void write(DataOutputStream out) throws IOException {
    out.writeLong(process);
    out.writeLong(millis);
    out.writeInt(classes);
    writeText(out, layout);
    out.writeInt(breakdown.rows().size());
    for (Row row : breakdown.rows()) {
      out.writeLong(bytes(row));
      out.writeLong(row.count());
      writeText(out, row.type());
      writeText(out, row.where());
    }
    out.writeInt(breakdown.notes().size());
    for (String note : breakdown.notes()) {
      writeText(out, note);
    }
  }

  /** Writes a text, truncated after 1,000 characters. */
  static void writeText(DataOutputStream out, String text) throws IOException {
    out.writeUTF(text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...");
  }

  static RecordedAllocation read(DataInputStream in) throws IOException {
    long process = in.readLong();
    long millis = in.readLong();
    int classes = in.readInt();
    String layout = in.readUTF();
    List<Row> rows = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      rows.add(new Row(new DataSize(in.readLong()), in.readLong(), in.readUTF(), in.readUTF()));
    }
    List<String> notes = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      notes.add(in.readUTF());
    }
    return new RecordedAllocation(process, millis, classes, breakdown(rows, notes), layout);
  }
}
