package dev.tare.internal.render;

import dev.tare.internal.render.TextTable.Column;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Remark;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Formats a recording of this JVM. The first line has the total, to which the rows add up. Lines
 * are separated by {@code \n}, there is none at the end.
 */
public final class RecordingText {

  private static final int MAX_WIDTH = 120;

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

    /** Returns the sum under the name of this one. */
    public LiveClass plus(LiveClass other) {
      return new LiveClass(
          name,
          objectsBefore + other.objectsBefore,
          bytesBefore + other.bytesBefore,
          objects + other.objects,
          bytes + other.bytes);
    }

    private long moreBytes() {
      return bytes - bytesBefore;
    }

    private List<String> cells() {
      return List.of(
          signed(moreBytes()) + " B",
          signed(objects - objectsBefore),
          AmountText.grouped(objectsBefore),
          new DataSize(bytesBefore).exact(),
          AmountText.grouped(objects),
          new DataSize(bytes).exact(),
          name);
    }
  }

  /**
   * Formats the live objects by class, those that have grown most first.
   *
   * @param maxRows the maximum number of rows; a further one has the sum of the others
   * @param phrases how the recording was made
   */
  public static String ofLiveObjects(
      Collection<LiveClass> classes, int maxRows, List<String> phrases) {
    List<LiveClass> sorted = new ArrayList<>(classes);
    sorted.sort(Comparator.comparingLong(LiveClass::moreBytes).reversed());
    LiveClass total = sum("all", sorted);
    if (sorted.size() > maxRows) {
      List<LiveClass> rest = sorted.subList(maxRows, sorted.size());
      LiveClass more = sum(AmountText.grouped(rest.size()) + " more", rest);
      rest.clear();
      sorted.add(more);
    }
    return text(
        "has live objects of %s, %s B since the start"
            .formatted(new DataSize(total.bytes()).both(), signed(total.moreBytes())),
        table(
            sorted.stream().map(LiveClass::cells).toList(),
            "more bytes, more objects, objects before, bytes before, objects, bytes",
            "class"),
        phrases,
        List.of());
  }

  private static LiveClass sum(String name, List<LiveClass> classes) {
    return classes.stream().reduce(new LiveClass(name, 0, 0, 0, 0), LiveClass::plus);
  }

  private static String signed(long number) {
    return String.format(Locale.ROOT, "%+,d", number);
  }

  /** Formats the bytes by site, with notes on what they do not include, and by thread. */
  public static String ofBytes(
      Breakdown sites, Breakdown threads, int maxRows, List<String> phrases) {
    return text(
        "allocated " + sites.total().both() + " on the threads that ran chosen code",
        Stream.concat(
            table(sites, maxRows, "bytes, count", "class"),
            table(threads, maxRows, "bytes, threads", "thread")),
        phrases,
        sites.notes());
  }

  /** Formats the times by method, with notes on what they do not include. */
  public static String ofCalls(Breakdown methods, int maxRows, List<String> phrases) {
    long calls = methods.rows().stream().mapToLong(Row::count).sum();
    return text(
        "made %s calls of the chosen methods, which took %s"
            .formatted(AmountText.grouped(calls), methods.total().rounded()),
        table(methods, maxRows, "own time, calls", "method"),
        phrases,
        methods.notes());
  }

  private static String text(
      String headline, Stream<String> table, List<String> phrases, List<Remark> notes) {
    List<String> lines = new ArrayList<>();
    lines.add("Process " + ProcessHandle.current().pid() + " " + headline);
    table.forEach(line -> lines.add("  " + line));
    lines.addAll(MessageDetails.labelled("recorded", List.of(String.join("; ", phrases))));
    lines.addAll(MessageDetails.labelled("missing", MessageDetails.texts(notes)));
    return String.join("\n", lines);
  }

  private static Stream<String> table(
      Breakdown breakdown, int maxRows, String numbers, String type) {
    double total = breakdown.total().amount();
    return table(
        BreakdownTable.shown(breakdown, maxRows).stream().map(row -> cells(row, total)).toList(),
        "share, " + numbers + ", a call",
        type,
        "at");
  }

  /** Returns a table with columns of numbers and then of names; no lines if there is no row. */
  private static Stream<String> table(List<List<String>> rows, String numbers, String... names) {
    List<Column> columns = new ArrayList<>();
    Stream.of(numbers.split(", ")).map(Column::right).forEach(columns::add);
    Stream.of(names).map(name -> Column.left(name, MAX_WIDTH)).forEach(columns::add);
    return rows.isEmpty() ? Stream.of() : new TextTable(columns, rows).lines().stream();
  }

  private static List<String> cells(Row row, double total) {
    boolean isCounted = row.count() > 0;
    return List.of(
        total > 0 ? AmountText.percentInColumn(row.amount().amount() / total) : "",
        row.amount().exact(),
        isCounted ? AmountText.grouped(row.count()) : "",
        isCounted && row.amount() instanceof Elapsed time
            ? new Elapsed(time.nanos() / row.count()).rounded()
            : "",
        row.type(),
        row.where());
  }
}
