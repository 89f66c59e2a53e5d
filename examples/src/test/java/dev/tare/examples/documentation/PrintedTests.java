package dev.tare.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Checks which differences between two printed texts are ignored. */
class PrintedTests {

  @Test
  void jvmAndItsProcessAreLeftOut() {
    assertThat(comparable("measured  Java 17.0.15, G1, 12-byte headers; target/verdicts-1-2.json"))
        .isEqualTo(
            comparable("measured  Java 25, Serial, 12-byte headers; target/verdicts-33-44.json"));
  }

  @Test
  void lineBreaksAreLeftOut() {
    assertThat(comparable("  measured    3 x A\n              Java 25.0.3, G1, 12-byte headers"))
        .isEqualTo(comparable("  measured    3 x A; Java 17, G1, 12-byte headers"));
  }

  @Test
  void firstCallIsLeftOut() {
    assertThat(comparable("all equal; first call 22,472 B, not judged"))
        .isEqualTo(comparable("all equal; first call 8 B, not judged"));
  }

  @Test
  void bytesAndHeadersAreKept() {
    assertThat(comparable("Allocated bytes of A.b() 16 B exceed 0 B"))
        .isNotEqualTo(comparable("Allocated bytes of A.b() 24 B exceed 0 B"));
    assertThat(comparable("Java 25, G1, 12-byte headers"))
        .isNotEqualTo(comparable("Java 25, G1, 8-byte headers"));
  }

  @Test
  void timesOfMessagesAboutTimeAreLeftOut() {
    assertThat(
            comparable(
                """
                Time per call of A.b() 366 us (366,112 ns) exceeds 1 us (1,000 ns)
                  measured    one reading; interval 201 us to 569 us; real time
                  distorted   much
                  would pass  "569 us"
                """))
        .isEqualTo(
            comparable(
                """
                Time per call of A.b() 1.2 ms (1,200,000 ns) exceeds 1 us (1,000 ns)
                  measured    one reading; interval 1 ms to 2 ms; CPU time; confirmed by a second run
                """));
  }

  @Test
  void intervalOfAFirstCallDependsOnPauses() {
    String message =
        """
        Time of the first call of A.b() 87 ms (87,278,883 ns) exceeds 1 us (1,000 ns)
          measured    one reading; %sreal time of the first call in this test
        """;

    assertThat(comparable(message.formatted("interval 55.5 ms to 87.3 ms; ")))
        .isEqualTo(comparable(message.formatted("")));
  }

  @Test
  void wordsOfMessagesAboutTimeAreKept() {
    assertThat(comparable("Time per call of A01.b() 5 ns exceeds 1 ns"))
        .isNotEqualTo(comparable("Time per call of A02.b() 5 ns exceeds 1 ns"))
        .isNotEqualTo(comparable("Time per call of A01.b() 5 ns is within 1 ns"));
  }

  @Test
  void figuresOfOnlyCallsAreLeftOut() {
    String message =
        """
        Allocated bytes of A.b() 1.1 KiB (1,100 B) exceed 1,000 B
           share   amount  count  type      where
          80.0 %%    880 B      4  linkage   of lambdas, concatenations and method handles
        %s
          measured    this thread only
          distorted   no breakdown: the body may be called once only (runs = 1, warmups = 0)
          would pass  "1100 B"
        """;
    String row = "  20.0 %    220 B      1  all else  in the body and what it calls";
    String seen = message.formatted(row);

    assertThat(comparable(seen))
        .isEqualTo(comparable(seen.replace("1.1 KiB (1,100 B)", "2,200 B").replace(row + "\n", "")))
        .isNotEqualTo(comparable(seen.replace("A.b()", "A.c()")))
        .isNotEqualTo(comparable(seen.replace("exceed", "are within")));
  }

  @Test
  void spreadOfPromotedBytesIsLeftOut() {
    String message =
        """
        Promoted bytes of A.b() 8.2 KiB (8,415 B) exceed 0 B
          measured    median of 16 readings, %s
        """;
    String everyTen = "a young collection after each 10 calls";
    String spread = "5,924 B to 8,776 B; " + everyTen + "; 31 collections in 1.5 s";
    String interval = "8,448 B to 9,268 B; interval 8,448 B to 8,499 B; " + everyTen;

    assertThat(comparable(message.formatted(spread)))
        .isEqualTo(comparable(message.formatted(interval)))
        .isEqualTo(comparable(message.formatted("all equal; " + everyTen)))
        .isEqualTo(comparable(message.formatted(spread.replace("; 31", "\n              31"))))
        .isNotEqualTo(comparable(message.formatted(spread.replace("each 10", "each 20"))));
  }

  private static String comparable(String text) {
    return new Printed(text).comparable();
  }
}
