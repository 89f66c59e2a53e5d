package dev.tare.internal.render;

import dev.tare.internal.render.TextTable.Column;
import dev.tare.model.Report;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Formats a census, that is, what each ordinary test of a run allocated in its one call, as a
 * table.
 */
public final class CensusText {

  /** Rows of the table that is printed at the end of a run. */
  public static final int PRINTED_ROWS = 20;

  private static final int NAME_WIDTH = 70;

  private static final List<Column> COLUMNS =
      List.of(
          Column.left("test", Integer.MAX_VALUE),
          Column.right("body"),
          Column.right("time"),
          Column.left("would hold it", Integer.MAX_VALUE));

  private static final Comparator<CountedTest> LARGEST_FIRST =
      Comparator.comparingLong(CountedTest::bodyBytes)
          .reversed()
          .thenComparing(test -> test.id().shortName());

  private CensusText() {}

  /**
   * One test.
   *
   * @param bodyBytes what its body allocated on its thread
   * @param bodyNanos real time of its body
   */
  public record CountedTest(Report.TestId id, long bodyBytes, long bodyNanos) {

    /** Returns the annotation whose limit the body keeps. */
    String annotation() {
      return "@MaxAllocatedBytes(" + limit(bodyBytes) + ")";
    }
  }

  /**
   * Returns the largest tests and the totals, each line ended by {@code \n}.
   *
   * @param maxRows how many tests it has at most
   * @param notes what the figures leave out, a sentence each
   */
  public static String table(List<CountedTest> tests, int maxRows, List<String> notes) {
    List<List<String>> rows =
        tests.stream().sorted(LARGEST_FIRST).limit(maxRows).map(CensusText::cells).toList();
    List<String> lines = new ArrayList<>(new TextTable(COLUMNS, rows).lines());
    int hidden = tests.size() - rows.size();
    if (hidden > 0) {
      lines.add(AmountText.grouped(hidden) + " smaller tests are not shown");
    }
    lines.add(
        "Tare census: %s in the bodies of %s; %s"
            .formatted(
                new DataSize(tests.stream().mapToLong(CountedTest::bodyBytes).sum()).rounded(),
                Count.withNoun(tests.size(), "test", "tests"),
                new Elapsed(tests.stream().mapToDouble(CountedTest::bodyNanos).sum()).rounded()));
    notes.forEach(note -> lines.add("Tare census: " + note));
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /**
   * Returns a limit as annotations have it, in quotes: a number of at most two digits other than
   * zeros, so that an edit of a line fits.
   */
  private static String limit(long bytes) {
    long unit = 1;
    while (bytes / unit >= 100) {
      unit *= 10;
    }
    return '"' + new DataSize((bytes + unit - 1) / unit * unit).asBudget() + '"';
  }

  private static List<String> cells(CountedTest test) {
    return List.of(
        Headline.name(test.id(), NAME_WIDTH),
        new DataSize(test.bodyBytes()).exact(),
        new Elapsed(test.bodyNanos()).rounded(),
        test.annotation());
  }
}
