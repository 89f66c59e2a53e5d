package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;
import org.junit.jupiter.api.Disabled;

/**
 * Limits that depend on another method, and bytes that do not count.
 *
 * <p>A limit in bytes says nothing about how the bytes grow with the input. Compared with half of
 * the input, at most 2.1 times the bytes are allowed. What a logger allocates belongs to the
 * logger.
 */
class Example47BaselineTests {

  private static final Logger LOGGER = Logger.getLogger("zones");

  static {
    LOGGER.setUseParentHandlers(false);
  }

  // tag::right[]
  List<String> hundredRows() {
    return rows(100);
  }

  @MaxAllocatedBytes(baseline = "hundredRows", maxRatio = 2.1)
  List<String> twoHundredRows() {
    return rows(200);
  }

  private static List<String> rows(int number) {
    List<String> rows = new ArrayList<>(number);
    for (int i = 0; i < number; i++) {
      rows.add(TimeZones.ROWS.get(i));
    }
    return rows;
  }

  // end::right[]

  // tag::excluding[]
  @MaxAllocatedBytes(value = "0 B", excluding = Logger.class)
  boolean logsAndFindsArgentina() {
    LOGGER.info("looks for Argentina");
    return TimeZones.ROWS.get(0).startsWith("AR");
  }

  // end::excluding[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    List<String> hundredRows() {
      return rows(100);
    }

    @MaxAllocatedBytes(baseline = "hundredRows", maxRatio = 2.1)
    List<String> twoHundredRows() {
      return rows(200);
    }

    private static List<String> rows(int number) {
      List<String> rows = List.of();
      for (int i = 0; i < number; i++) {
        List<String> more = new ArrayList<>(rows);
        more.add(TimeZones.ROWS.get(i));
        rows = more;
      }
      return rows;
    }

    // end::wrong[]

    @MaxAllocatedBytes(value = "0 B", excluding = Logger.class)
    boolean logsAndFindsArgentina() {
      LOGGER.info("looks for Argentina");
      return TimeZones.ROWS.get(0).substring(0, 2).equals("AR");
    }
  }
}
