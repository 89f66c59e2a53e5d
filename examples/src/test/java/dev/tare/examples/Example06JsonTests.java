package dev.tare.examples;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.retained.MaxRetainedSize;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;

/**
 * Several budgets on one method: one report, one failure.
 *
 * <p>A tree of a JSON document has a list for each array and a node for each text. Records keep
 * only what is needed. To count the elements, a parser alone is enough and keeps nothing.
 */
class Example06JsonTests {

  /** A country, in the document {@code ["AR", "Argentina"]}. */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record Country(String code, String name) {}

  static final ObjectMapper MAPPER = new ObjectMapper();

  private byte[] json = {};

  @BeforeEach
  void write() throws IOException {
    json = document();
  }

  // tag::right[]
  @MaxRetainedSize("40 KiB")
  @MaxAllocatedBytes("64 KiB")
  Country[] readsRecords() throws IOException {
    return MAPPER.readValue(json, Country[].class);
  }

  @MaxAllocatedBytes("4 KiB")
  int countsWithoutReading() throws IOException {
    int countries = 0;
    try (JsonParser parser = MAPPER.createParser(json)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.END_ARRAY) {
          countries++;
        }
      }
    }
    // without the end of the document's own array
    return countries - 1;
  }

  // end::right[]

  static byte[] document() throws IOException {
    List<Country> countries =
        TimeZones.COUNTRIES.stream()
            .map(row -> new Country(row.substring(0, 2), row.substring(3)))
            .toList();
    return MAPPER.writeValueAsBytes(countries);
  }

  @Disabled("fails on purpose")
  static class Failing {

    private byte[] json = {};

    @BeforeEach
    void write() throws IOException {
      json = document();
    }

    // tag::wrong[]
    @MaxRetainedSize("40 KiB")
    @MaxAllocatedBytes("64 KiB")
    JsonNode readsTree() throws IOException {
      return MAPPER.readTree(json);
    }
    // end::wrong[]
  }
}
