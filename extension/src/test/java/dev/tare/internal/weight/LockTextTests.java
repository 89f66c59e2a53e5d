package dev.tare.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.extension.TareConfigurationException;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LockTextTests {

  private static final String TEXT =
      """
      tare-lock 2 com.acme.CacheTests

      [Java 17, 12-byte headers, 4-byte references]

      lookup(): allocated bytes = 48 B
        1 java.lang.Integer at com.acme.Cache.key, 16 B
        1 java.util.HashMap$Node at com.acme.Cache.put, 32 B
      lookup(): growth of time, not locked: it is not exact, but an interval
      lookup(int) [1] size = 3: calls of a(b, c) = 1,003
        3 called by com.acme.Cache.get
        1,000 called by com.acme.Cache.load
      sorts(): retained size = 1,048,576 B

      [Java 25, 8-byte headers, 4-byte references]

      lookup(): allocated bytes = 40 B

      5 weights
      """;

  private static SortedMap<String, SortedMap<String, Weight>> parse(String text) {
    return LockText.parse("a.tare", text, "com.acme.CacheTests");
  }

  private static String print(SortedMap<String, SortedMap<String, Weight>> weights) {
    return LockText.print("com.acme.CacheTests", weights);
  }

  @Test
  void printedLockIsWhatWasParsed() {
    assertThat(print(parse(TEXT))).isEqualTo(TEXT);
  }

  @Test
  void lineEndingsOfWindowsAreRead() {
    assertThat(parse(TEXT.replace("\n", "\r\n"))).isEqualTo(parse(TEXT));
  }

  @Test
  void weightsAreRead() {
    SortedMap<String, Weight> figures =
        parse(TEXT).get("Java 17, 12-byte headers, 4-byte references");

    assertThat(figures)
        .containsExactlyEntriesOf(
            new TreeMap<>(
                Map.of(
                    "lookup(): allocated bytes",
                    new Weight(
                        new DataSize(48),
                        List.of(
                            new Weight.WeightRow(
                                1, "java.lang.Integer at com.acme.Cache.key", new DataSize(16)),
                            new Weight.WeightRow(
                                1,
                                "java.util.HashMap$Node at com.acme.Cache.put",
                                new DataSize(32))),
                        ""),
                    "lookup(): growth of time",
                    Weight.notLocked("it is not exact, but an interval"),
                    "lookup(int) [1] size = 3: calls of a(b, c)",
                    new Weight(
                        new Count(1_003),
                        List.of(
                            new Weight.WeightRow(3, "called by com.acme.Cache.get", new Count(3)),
                            new Weight.WeightRow(
                                1_000, "called by com.acme.Cache.load", new Count(1_000))),
                        ""),
                    "sorts(): retained size",
                    new Weight(new DataSize(1_048_576), List.of(), ""))));
  }

  @Nested
  class RefusedLocks {

    private static final String REMEDY =
        "; restore the file, or delete it and accept the weights again";

    private void assertRefused(String text, String line) {
      assertThat(text).isNotEqualTo(TEXT);
      assertThatThrownBy(() -> parse(text))
          .isExactlyInstanceOf(TareConfigurationException.class)
          .hasMessage("a.tare: " + line + REMEDY);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            tare-lock 2 com.acme.CacheTests      | tare-lock 3 com.acme.CacheTests | line 1 is not readable: "tare-lock 3 com.acme.CacheTests"
            tare-lock 2 com.acme.CacheTests      | tare-lock 2 com.acme.OtherTests | line 1 is not readable: "tare-lock 2 com.acme.OtherTests"
            tare-lock 2 com.acme.CacheTests      | lock                            | line 1 is not readable: "lock"
            [Java 17, 12-byte headers, 4-byte references] | ''                     | line 3 is not readable: "" instead of "[Java 25, 8-byte headers, 4-byte references]"
            allocated bytes = 40 B               | allocated bytes = many          | line 16 is not readable: "lookup(): allocated bytes = many"
            1 java.lang.Integer at com.acme.Cache.key, 16 B | one Integer          | line 6 is not readable: "  one Integer"
            [Java 25, 8-byte headers             | [Java 17, 12-byte headers       | line 14 is not readable: "[Java 17, 12-byte headers, 4-byte references]" instead of "4 weights"
            sorts(): retained size = 1,048,576 B | lookup(): allocated bytes = 1 B | line 12 is not readable: "lookup(): allocated bytes = 1 B"
            lookup(): allocated bytes = 40 B     | <<<<<<< HEAD                    | line 16 is not readable: "<<<<<<< HEAD"
            """)
    void messageNamesTheLine(String correct, String wrong, String message) {
      assertRefused(TEXT.replace(correct, wrong), message);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "1,0l6 B",
          "1e6 B",
          "9-9,016 B",
          "1016 B",
          "1,016 MB",
          "x,9016 B",
          "1,01 B",
          "16 B "
        })
    void damagedAmountIsRefused(String amount) {
      String line = "sorts(): retained size = " + amount;

      assertRefused(
          TEXT.replace("sorts(): retained size = 1,048,576 B", line),
          "line 12 is not readable: \"" + line + "\"");
    }

    @ParameterizedTest
    @CsvSource({
      "4, 6, 0 weights",
      "6, 8, 1 weight",
      "11, 13, 3 weights",
      "13, 14, 4 weights",
      "16, 18, 5 weights"
    })
    void lockThatIsCutAtALinesEndIsRefused(int lines, int named, String end) {
      String cut = TEXT.lines().limit(lines).collect(Collectors.joining("\n", "", "\n"));

      assertRefused(cut, "line %s is not readable: \"\" instead of \"%s\"".formatted(named, end));
    }

    @Test
    void weightsThatWereMergedDoNotMatchTheLastLine() {
      String merged = TEXT.replace("sorts():", "merged(): allocated bytes = 8 B\nsorts():");

      assertRefused(merged, "line 19 is not readable: \"5 weights\" instead of \"6 weights\"");
      assertThat(print(parse(merged.replace("5 weights", "6 weights")))).contains("\nmerged(): ");
    }

    @Test
    void lockWithALinePastItsEndIsRefused() {
      assertRefused(
          TEXT + "late(): allocated bytes = 8 B\n",
          "line 16 is not readable: \"lookup(): allocated bytes = 40 B\" instead of \"late(): allocated bytes = 8 B\"");
    }

    @Test
    void secondWeightWithRowsIsNamedByItsFirstLine() {
      assertRefused(
          TEXT.replace(
              "sorts():", "lookup(): allocated bytes = 8 B\n  1 byte[] at a, 8 B\nsorts():"),
          "line 12 is not readable: \"lookup(): allocated bytes = 8 B\"");
    }

    @Test
    void emptyFileIsNoLock() {
      assertRefused(
          "", "line 1 is not readable: \"\" instead of \"tare-lock 2 com.acme.CacheTests\"");
    }
  }
}
