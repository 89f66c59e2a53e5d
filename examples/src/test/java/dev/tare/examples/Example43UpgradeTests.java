package dev.tare.examples;

import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multimaps;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.retained.MaxRetainedSize;
import java.util.List;
import java.util.Map;

/**
 * Calls of Guava, to compare two versions of it.
 *
 * <p>{@code -Dguava.version=31.0.1-jre} runs the tests with an older version. The limits hold with
 * both, so they do not show what an upgrade costs; the command {@code compare} does.
 */
class Example43UpgradeTests {

  private static final String LINES = String.join("\n", TimeZones.ROWS);

  @MaxAllocatedBytes("160 KiB")
  String joinsRows() {
    return Joiner.on('\n').join(TimeZones.ROWS);
  }

  @MaxAllocatedBytes("64 KiB")
  List<String> splitsLines() {
    return Splitter.on('\n').splitToList(LINES);
  }

  @MaxAllocatedBytes("80 KiB")
  ListMultimap<String, String> indexesByCountry() {
    return Multimaps.index(TimeZones.ROWS, row -> row.substring(0, 2));
  }

  @MaxAllocatedBytes("40 KiB")
  Map<String, Integer> collectsLengths() {
    return TimeZones.ROWS.stream().collect(ImmutableMap.toImmutableMap(row -> row, String::length));
  }

  @MaxRetainedSize("100 B")
  Supplier<String> memoizesJoin() {
    return Suppliers.memoize(() -> Joiner.on('\n').join(TimeZones.ROWS));
  }
}
