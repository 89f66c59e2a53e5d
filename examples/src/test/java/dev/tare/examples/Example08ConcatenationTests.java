package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import org.junit.jupiter.api.Disabled;

/**
 * A string that grows in a loop.
 *
 * <p>Each {@code +=} copies everything before it: the bytes grow with the square of the length. A
 * builder copies only when its capacity is exceeded.
 */
class Example08ConcatenationTests {

  // tag::right[]
  @MaxAllocatedBytes("24 KiB")
  String joinsWithBuilder() {
    StringBuilder names = new StringBuilder();
    for (String country : TimeZones.COUNTRIES) {
      names.append(country, 3, country.length()).append('\n');
    }
    return names.toString();
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxAllocatedBytes("24 KiB")
    String joinsWithPlus() {
      String names = "";
      for (String country : TimeZones.COUNTRIES) {
        names += country.substring(3) + '\n';
      }
      return names;
    }
    // end::wrong[]
  }
}
