package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Disabled;

/**
 * The first call, with class loading and linking.
 *
 * <p>The first call matters in short-lived programs, such as cloud functions and command line
 * tools. The figure depends on the JDK and on what ran before in the same JVM, so the budget is
 * generous: it detects a table in a static initializer, not a single kilobyte.
 */
class Example10FirstCallTests {

  // tag::right[]
  @MaxAllocatedBytes(value = "4 MiB", runs = 1, warmups = 0)
  List<String> startsSmall() {
    return TimeZones.ROWS.stream().map(row -> row.split("\t")[2]).sorted().toList();
  }

  // end::right[]

  /** Reads all time zones when the class is initialized, even if only one is needed. */
  static final class Table {
    static final Map<String, List<String>> ROWS =
        TimeZones.ROWS.stream().collect(Collectors.groupingBy(row -> row.substring(0, 2)));

    private Table() {}
  }

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxAllocatedBytes(value = "4 KiB", runs = 1, warmups = 0)
    List<String> startsWithATable() {
      return Table.ROWS.get("AR");
    }
    // end::wrong[]
  }
}
