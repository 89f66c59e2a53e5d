package dev.tare.examples;

import com.google.common.base.Splitter;
import dev.tare.allocation.Depth;
import dev.tare.allocation.MaxAllocatedBytes;
import org.junit.jupiter.api.Disabled;

/**
 * Allocation sites within a library, not only the line that calls it.
 *
 * <p>To get one column of a row, a splitter creates all columns in a list. The default depth names
 * the test's line; {@code depth = LIBRARIES} names the library's lines, each with the test's line
 * that led there. {@code depth = JDK} also names lines of the JDK.
 */
class Example35DepthTests {

  // tag::right[]
  @MaxAllocatedBytes(value = "56 B", depth = Depth.LIBRARIES)
  String nameOfTheFirst() {
    String row = TimeZones.ROWS.get(0);
    int start = row.indexOf('\t', row.indexOf('\t') + 1) + 1;
    int end = row.indexOf('\t', start);
    return row.substring(start, end < 0 ? row.length() : end);
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    private static final Splitter TABS = Splitter.on('\t');

    // tag::wrong[]
    @MaxAllocatedBytes(value = "56 B", depth = Depth.LIBRARIES)
    String nameOfTheFirst() {
      return TABS.splitToList(TimeZones.ROWS.get(0)).get(2);
    }
    // end::wrong[]
  }
}
