package dev.tare.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tare.extension.TareConfigurationException;
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
      sorts(): growth of allocated bytes = n^1.00

      [Java 25, 8-byte headers, 4-byte references]

      lookup(): allocated bytes = 40 B

      5 weights
      """;

  private static WeightLock parse(String text) {
    return LockText.parse("a.tare", text, "com.acme.CacheTests");
  }

  @Test
  void printedLockIsWhatWasParsed() {
    assertThat(LockText.print(parse(TEXT))).isEqualTo(TEXT);
  }

  @Test
  void lineEndingsOfWindowsAreRead() {
    assertThat(parse(TEXT.replace("\n", "\r\n"))).isEqualTo(parse(TEXT));
  }

  @Test
  void lockOfVersion1IsReadWithoutALastLine() {
    String old = TEXT.replace("tare-lock 2", "tare-lock 1").replace("\n5 weights\n", "");

    assertThat(LockText.print(parse(old))).isEqualTo(TEXT);
  }

  @Test
  void weightsAreRead() {
    WeightLock lock = parse(TEXT);
    String java17 = "Java 17, 12-byte headers, 4-byte references";

    Weight bytes = lock.weight(java17, "lookup(): allocated bytes").orElseThrow();
    assertThat(bytes.amount()).isEqualTo(48);
    assertThat(bytes.rows())
        .extracting(Weight.WeightRow::count, Weight.WeightRow::amount)
        .containsExactly(tuple(1L, 16.0), tuple(1L, 32.0));
    Weight calls = lock.weight(java17, "lookup(int) [1] size = 3: calls of a(b, c)").orElseThrow();
    assertThat(calls.amount()).isEqualTo(1003);
    assertThat(calls.rows()).extracting(Weight.WeightRow::amount).containsExactly(3.0, 1000.0);
    assertThat(lock.weight(java17, "lookup(): growth of time"))
        .hasValueSatisfying(weight -> assertThat(weight.isLocked()).isFalse());
    assertThat(lock.figures().map(WeightLock::test).distinct())
        .containsExactly("lookup()", "lookup(int)", "sorts()");
  }

  @Nested
  class RefusedLocks {

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            tare-lock 2 com.acme.CacheTests      | tare-lock 3 com.acme.CacheTests | a.tare, line 1: version 3 of the format, newer than 2
            tare-lock 2 com.acme.CacheTests      | tare-lock 2 com.acme.OtherTests | a.tare, line 1: the lock of com.acme.OtherTests, not of com.acme.CacheTests
            tare-lock 2 com.acme.CacheTests      | lock                            | a.tare, line 1: not a lock, which begins with "tare-lock 2 com.acme.CacheTests"
            [Java 17, 12-byte headers, 4-byte references] | ''                     | a.tare, line 5: no JVM before the first weight
            allocated bytes = 40 B               | allocated bytes = many          | a.tare, line 16: not a weight: "lookup(): allocated bytes = many"
            1 java.lang.Integer at               | one Integer at                  | a.tare, line 6: not a row of a weight
            [Java 25, 8-byte headers             | [Java 17, 12-byte headers       | a.tare, line 14: a second part for [Java 17
            sorts(): growth of allocated         | lookup(): allocated             | a.tare, line 12: a second weight of "lookup(): allocated bytes"; keep one of them
            """)
    void messageNamesTheLine(String correct, String wrong, String message) {
      String text = TEXT.replace(correct, wrong);

      assertThat(text).isNotEqualTo(TEXT);
      assertThatThrownBy(() -> parse(text))
          .isExactlyInstanceOf(TareConfigurationException.class)
          .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 6, 11, 13, 16})
    void lockThatIsCutAtALinesEndIsRefused(int lines) {
      String cut = TEXT.lines().limit(lines).collect(Collectors.joining("\n", "", "\n"));

      assertThatThrownBy(() -> parse(cut))
          .isExactlyInstanceOf(TareConfigurationException.class)
          .hasMessageMatching(
              "a.tare, line [0-9]+: the lock ends here, without a last line such as \"12 weights\","
                  + " so it was cut; restore the file, or delete it and accept the weights again");
    }

    @Test
    void weightsThatWereMergedDoNotMatchTheLastLine() {
      String merged = TEXT.replace("sorts():", "merged(): allocated bytes = 8 B\nsorts():");

      assertThatThrownBy(() -> parse(merged))
          .isExactlyInstanceOf(TareConfigurationException.class)
          .hasMessage(
              "a.tare, line 19: the lock says \"5 weights\" and has 6 weights; restore the file, or"
                  + " write \"6 weights\" if weights were merged or removed");
      assertThat(parse(merged.replace("5 weights", "6 weights")).figures()).hasSize(5);
    }

    @Test
    void lockWithALinePastItsEndIsRefused() {
      assertThatThrownBy(() -> parse(TEXT + "late(): allocated bytes = 8 B\n"))
          .hasMessageStartingWith("a.tare, line 19: the lock ends here, without a last line");
    }

    @Test
    void emptyFileIsNoLock() {
      assertThatThrownBy(() -> parse("")).hasMessageStartingWith("a.tare, line 1: not a lock");
    }

    @Test
    void conflictIsRefused() {
      String text =
          TEXT.replace(
              "lookup(): allocated bytes = 40 B\n",
              """
              <<<<<<< HEAD
              lookup(): allocated bytes = 40 B
              =======
              lookup(): allocated bytes = 64 B
              >>>>>>> branch
              """);

      assertThatThrownBy(() -> parse(text))
          .isExactlyInstanceOf(TareConfigurationException.class)
          .hasMessageStartingWith(
              "a.tare, line 16: a merge conflict; keep one side, or delete the file");
    }
  }
}
