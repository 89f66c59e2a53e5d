package dev.tare.internal.render;

import dev.tare.internal.render.TextTable.Column;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/**
 * Formats a recording of allocation or calls in a whole JVM. The first line has the total, to which
 * the rows add up.
 */
public final class RecordingText {

  private static final int MAX_CLASS_WIDTH = 60;
  private static final int MAX_PLACE_WIDTH = 120;
  private static final String INDENT = "  ";

  private static final List<Column> COLUMNS =
      List.of(
          Column.right("share"),
          Column.right("bytes"),
          Column.right("count"),
          Column.left("class", MAX_CLASS_WIDTH),
          Column.left("at", MAX_PLACE_WIDTH));

  private static final List<Column> CALL_COLUMNS =
      List.of(
          Column.right("share"),
          Column.right("own time"),
          Column.right("calls"),
          Column.right("a call"),
          Column.left("method", MAX_PLACE_WIDTH),
          Column.left("at", MAX_PLACE_WIDTH));

  private static final List<Column> THREAD_COLUMNS =
      List.of(
          Column.right("share"),
          Column.right("bytes"),
          Column.right("threads"),
          Column.left("thread", MAX_CLASS_WIDTH));

  private static final List<Column> CLASS_COLUMNS =
      List.of(
          Column.right("more bytes"),
          Column.right("more objects"),
          Column.right("objects before"),
          Column.right("bytes before"),
          Column.right("objects"),
          Column.right("bytes"),
          Column.left("class", MAX_PLACE_WIDTH));

  private RecordingText() {}

  /**
   * The live objects of a class at the start and at the end of a recording.
   *
   * @param bytes headers and padding included
   */
  public record LiveClass(
      String name, long objectsBefore, long bytesBefore, long objects, long bytes) {

    /** Returns these objects as those at the start of a recording. */
    public LiveClass before() {
      return new LiveClass(name, objects, bytes, 0, 0);
    }

    /** Returns the growth. */
    public long moreBytes() {
      return bytes - bytesBefore;
    }

    /** Returns the sum under the name of this one. */
    public LiveClass plus(LiveClass other) {
      return new LiveClass(
          name,
          objectsBefore + other.objectsBefore,
          bytesBefore + other.bytesBefore,
          objects + other.objects,
          bytes + other.bytes);
    }
  }

  /**
   * Renders the live objects by class, those that have grown most first.
   *
   * @param maxRows the maximum number of rows; a further one has the sum of the others
   */
  public static String render(
      long process, List<LiveClass> classes, int maxRows, List<String> phrases) {
    List<LiveClass> sorted = new ArrayList<>(classes);
    sorted.sort(Comparator.comparingLong(LiveClass::moreBytes).reversed());
    LiveClass total = sum("all", sorted);
    if (sorted.size() > maxRows) {
      List<LiveClass> rest = sorted.subList(maxRows, sorted.size());
      LiveClass more = sum(AmountText.grouped(rest.size()) + " more", rest);
      rest.clear();
      sorted.add(more);
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "Process %s has live objects of %s, %s since the start"
            .formatted(process, new DataSize(total.bytes()).both(), signed(total.moreBytes())));
    List<List<String>> rows = sorted.stream().map(RecordingText::classCells).toList();
    new TextTable(CLASS_COLUMNS, rows).lines().forEach(line -> lines.add(INDENT + line));
    lines.addAll(MessageDetails.labelled("recorded", List.of(String.join("; ", phrases))));
    return String.join("\n", lines);
  }

  private static LiveClass sum(String name, List<LiveClass> classes) {
    return classes.stream().reduce(new LiveClass(name, 0, 0, 0, 0), LiveClass::plus);
  }

  private static List<String> classCells(LiveClass type) {
    return List.of(
        signed(type.moreBytes()),
        String.format(Locale.ROOT, "%+,d", type.objects() - type.objectsBefore()),
        AmountText.grouped(type.objectsBefore()),
        new DataSize(type.bytesBefore()).exact(),
        AmountText.grouped(type.objects()),
        new DataSize(type.bytes()).exact(),
        type.name());
  }

  private static String signed(long bytes) {
    return String.format(Locale.ROOT, "%+,d B", bytes);
  }

  /**
   * Renders a recording; lines are separated by {@code \n}, there is none at the end.
   *
   * @param breakdown the rows, with notes on what they do not include
   * @param threads the bytes by thread
   * @param maxRows the maximum number of rows; a further one has the sum of the others
   * @param phrases how the recording was made
   */
  public static String render(
      long process, Breakdown breakdown, Breakdown threads, int maxRows, List<String> phrases) {
    List<String> lines = new ArrayList<>();
    if (breakdown.total() instanceof Elapsed time) {
      long calls = breakdown.rows().stream().mapToLong(Row::count).sum();
      lines.add(
          "Process %s made %s calls of the chosen methods, which took %s"
              .formatted(process, AmountText.grouped(calls), time.rounded()));
      lines.addAll(table(CALL_COLUMNS, breakdown, maxRows, RecordingText::callCells));
    } else {
      lines.add("Process " + process + " allocated " + breakdown.total().both());
      lines.addAll(table(COLUMNS, breakdown, maxRows, RecordingText::cells));
      lines.addAll(table(THREAD_COLUMNS, threads, maxRows, RecordingText::threadCells));
    }
    lines.addAll(MessageDetails.labelled("recorded", List.of(String.join("; ", phrases))));
    lines.addAll(MessageDetails.labelled("missing", MessageDetails.texts(breakdown.notes())));
    return String.join("\n", lines);
  }

  private static List<String> table(
      List<Column> columns,
      Breakdown breakdown,
      int maxRows,
      BiFunction<Row, String, List<String>> cells) {
    double total = breakdown.total().amount();
    List<List<String>> rows =
        BreakdownTable.shown(breakdown, maxRows, maxRows).stream()
            .map(row -> cells.apply(row, share(row.amount().amount(), total)))
            .toList();
    return rows.isEmpty()
        ? List.of()
        : new TextTable(columns, rows).lines().stream().map(line -> INDENT + line).toList();
  }

  private static String share(double amount, double total) {
    return total > 0 ? AmountText.percentInColumn(amount / total) : "";
  }

  private static List<String> callCells(Row row, String share) {
    Elapsed time = (Elapsed) row.amount();
    return List.of(
        share,
        time.exact(),
        AmountText.grouped(row.count()),
        row.count() == 0 ? "" : new Elapsed(time.nanos() / row.count()).rounded(),
        row.type(),
        row.where());
  }

  private static List<String> threadCells(Row row, String share) {
    return List.of(
        share,
        row.amount().exact(),
        row.count() > 1 ? AmountText.grouped(row.count()) : "",
        row.type());
  }

  private static List<String> cells(Row row, String share) {
    // a row without a source line is a sum that has no count
    boolean counted = !row.where().isEmpty();
    return List.of(
        share,
        row.amount().exact(),
        counted ? AmountText.grouped(row.count()) : "",
        row.type(),
        row.where());
  }
}
