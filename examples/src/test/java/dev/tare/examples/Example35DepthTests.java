package dev.tare.examples;

import com.google.common.base.Splitter;
import dev.tare.allocation.Depth;
import dev.tare.allocation.MaxAllocatedBytes;
import org.junit.jupiter.api.Disabled;

/**
 * The lines of a library, not only the line that calls it.
 *
 * <p>To take one column out of a row, a splitter makes them all, in a list. That the call allocates
 * says the line that makes it; what it allocates, and where, say the library's own lines, each with
 * the line of the test that led there. {@code depth = JDK} goes on into the JDK.
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
