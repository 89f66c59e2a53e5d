package dev.tare.examples;

import dev.tare.retained.MaxRetainedSize;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

/**
 * A budget on a field, which is measured after each test of the class.
 *
 * <p>A history of requests must have a maximum length.
 */
class Example07FieldTests {

  // tag::right[]
  @MaxRetainedSize("2 KiB")
  private final Deque<String> recent = new ArrayDeque<>();

  @Test
  void remembersTheLastTen() {
    for (String row : TimeZones.ROWS) {
      recent.addLast(row.toLowerCase(Locale.ROOT));
      if (recent.size() > 10) {
        recent.removeFirst();
      }
    }
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxRetainedSize("2 KiB")
    private final Deque<String> recent = new ArrayDeque<>();

    @Test
    void remembersEverything() {
      for (String row : TimeZones.ROWS) {
        recent.addLast(row.toLowerCase(Locale.ROOT));
      }
    }
    // end::wrong[]
  }
}
