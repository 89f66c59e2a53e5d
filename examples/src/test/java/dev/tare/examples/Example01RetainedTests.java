package dev.tare.examples;

import static java.util.stream.Collectors.toList;

import dev.tare.retained.MaxRetainedSize;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Disabled;

/**
 * A budget for what a value keeps alive: the annotation alone makes the method a test, and its
 * return value is measured.
 *
 * <p>A table of the world's time zones. Nearly every zone belongs to one country, but {@code
 * collect(toList())} makes an {@code ArrayList} with a capacity of ten. {@code List.of} makes a
 * list of the exact size.
 */
class Example01RetainedTests {

  /** A row of the table. */
  record Zone(String name, String coordinates, List<String> countries) {}

  // tag::right[]
  @MaxRetainedSize("80 KiB")
  List<Zone> zones() {
    return TimeZones.ROWS.stream()
        .map(row -> row.split("\t"))
        .map(row -> new Zone(row[2], row[1], List.of(row[0].split(","))))
        .toList();
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxRetainedSize("80 KiB")
    List<Zone> zones() {
      return TimeZones.ROWS.stream()
          .map(row -> row.split("\t"))
          .map(row -> new Zone(row[2], row[1], Stream.of(row[0].split(",")).collect(toList())))
          .toList();
    }
    // end::wrong[]
  }
}
