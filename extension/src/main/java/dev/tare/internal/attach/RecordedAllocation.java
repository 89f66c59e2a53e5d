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
 * What a recording found, on its way from one JVM to the other.
 *
 * @param process its number
 * @param millis how long it lasted
 * @param classes how many classes were woven
 * @param breakdown the rows, and as notes what is not in them
 * @param layout what the sizes depend on
 */
record RecordedAllocation(
    long process, long millis, int classes, Breakdown breakdown, String layout) {

  private static final int LONGEST = 1_000;

  /** The sum of the rows with the rows. */
  static Breakdown breakdown(List<Row> rows, List<String> notes) {
    return new Breakdown(
        new DataSize(rows.stream().mapToLong(RecordedAllocation::bytes).sum()), rows, notes);
  }

  private static long bytes(Row row) {
    return ((DataSize) row.amount()).bytes();
  }

  /** How it was made, for the line below the rows. */
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
    text(out, layout);
    out.writeInt(breakdown.rows().size());
    for (Row row : breakdown.rows()) {
      out.writeLong(bytes(row));
      out.writeLong(row.count());
      text(out, row.type());
      text(out, row.where());
    }
    out.writeInt(breakdown.notes().size());
    for (String note : breakdown.notes()) {
      text(out, note);
    }
  }

  /** Writes a text, clipped if it is longer than anybody reads. */
  static void text(DataOutputStream out, String text) throws IOException {
    out.writeUTF(text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...");
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
