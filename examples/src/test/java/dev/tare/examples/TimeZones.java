package dev.tare.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/**
 * The data of the examples: two tables of the IANA time zone database, release 2025b, both in the
 * public domain as their first lines say. They are kept as they are.
 */
final class TimeZones {

  /** Rows of {@code zone1970.tab}: countries, coordinates, name and comments, separated by tabs. */
  static final List<String> ROWS = rows("zone1970.tab");

  /** Rows of {@code iso3166.tab}: code and English name of a country, separated by a tab. */
  static final List<String> COUNTRIES = rows("iso3166.tab");

  private TimeZones() {}

  private static List<String> rows(String file) {
    InputStream resource = Objects.requireNonNull(TimeZones.class.getResourceAsStream(file), file);
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(resource, UTF_8))) {
      return reader.lines().filter(row -> !row.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
