package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.Mode;
import java.util.List;

/**
 * The first call, with everything that it loads and links.
 *
 * <p>What a program pays once matters where it lives briefly: a function in the cloud, a tool on
 * the command line. The figure depends on the JDK and on what ran before in the same JVM, so such a
 * budget is generous: it finds the table that somebody builds in a static initializer, not the
 * kilobyte.
 */
class Example10FirstCallTests {

  // tag::right[]
  @MaxAllocatedBytes(value = "4 MiB", mode = Mode.FIRST_CALL)
  List<String> startsSmall() {
    return TimeZones.ROWS.stream().map(row -> row.split("\t")[2]).sorted().toList();
  }
  // end::right[]
}
