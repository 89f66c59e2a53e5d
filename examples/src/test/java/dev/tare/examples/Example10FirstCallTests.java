package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.Mode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Disabled;

/**
 * The first call, with everything that it loads and links.
 *
 * <p>What a program pays once matters where it lives briefly: a function in the cloud, a tool on
 * the command line. The figure depends on the JDK and on what ran before in the same JVM, so such a
 * budget is generous: it finds the table that somebody builds in a static initializer, not the
 * kilobyte. A failure shows apart what class loaders allocated for it and what linking lambdas and
 * concatenations did.
 */
class Example10FirstCallTests {

  // tag::right[]
  @MaxAllocatedBytes(value = "4 MiB", mode = Mode.FIRST_CALL)
  List<String> startsSmall() {
    return TimeZones.ROWS.stream().map(row -> row.split("\t")[2]).sorted().toList();
  }

  // end::right[]

  /** Reads all time zones when it is loaded, whoever asks for one of them. */
  static final class Table {
    static final Map<String, List<String>> ROWS =
        TimeZones.ROWS.stream().collect(Collectors.groupingBy(row -> row.substring(0, 2)));

    private Table() {}
  }

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxAllocatedBytes(value = "4 KiB", mode = Mode.FIRST_CALL)
    List<String> startsWithATable() {
      return Table.ROWS.get("AR");
    }
    // end::wrong[]
  }
}
