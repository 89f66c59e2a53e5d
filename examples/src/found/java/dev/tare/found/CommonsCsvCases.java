package dev.tare.found;

import dev.tare.allocation.Depth;
import dev.tare.allocation.MaxAllocatedBytes;
import java.io.IOException;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.junit.jupiter.api.Disabled;

/** Parsing a short text with Apache Commons CSV 1.14.1. */
class CommonsCsvCases {

  @Disabled("fails on purpose")
  static class Failing {

    // tag::header[]
    @MaxAllocatedBytes(value = "4 KiB", depth = Depth.LIBRARIES)
    List<String> parsesAHeader() throws IOException {
      CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().get();
      try (CSVParser parser = CSVParser.parse("name,price\n", format)) {
        return parser.getHeaderNames();
      }
    }
    // end::header[]
  }
}
