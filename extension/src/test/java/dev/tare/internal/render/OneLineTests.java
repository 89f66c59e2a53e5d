package dev.tare.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OneLineTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\nb",
        "a\r\nb",
        "a\n\n\nb",
        "a\tb",
        "a\u0085b",
        "a\u2028b",
        "a\u2029b",
        "a\u001bb",
        "a\u009bb"
      })
  void lineBreaksAndControlCharactersAreReplaced(String text) {
    assertThat(OneLine.of(text)).isEqualTo("a b");
  }

  @Test
  void brokenLinesAreJoinedWithoutTheirIndentation() {
    assertThat(OneLine.of("a\n    b")).isEqualTo("a b");
  }

  @ParameterizedTest
  @CsvSource({
    "202E, right-to-left override",
    "2066, left-to-right isolate",
    "200F, right-to-left mark",
    "200B, zero-width space",
    "200D, zero-width joiner",
    "FEFF, byte order mark",
    "00AD, soft hyphen",
    "E0041, tag",
    "D800, half of a character"
  })
  void invisibleCharactersAreEscaped(String number, String name) {
    String invisible = Character.toString(Integer.parseInt(number, 16));
    assertThat(OneLine.of("a" + invisible + "$1b")).as(name).isEqualTo("a\\u" + number + "$1b");
  }

  @Test
  void clippedTextKeepsItsBeginningAndMoreOfItsEnd() {
    assertThat(OneLine.clipped("abcdefghijklmnopqrstuvwxyz", 12)).isEqualTo("abc...uvwxyz");
    assertThat(OneLine.clipped("A.b(A.java:12), held at .abcdefghijkl", 24))
        .isEqualTo("A.b(A.java:12), ...hijkl");
    assertThat(OneLine.clipped("A.b(A.java:1), held at .abcdefg", 13)).isEqualTo("A.b...abcdefg");
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 25})
  void clippedTextFitsTheWidth(int width) {
    assertThat(OneLine.clipped("abcdefghijklmnopqrstuvwxyz", width)).hasSize(width);
  }

  @Test
  void shortTextIsNotClipped() {
    assertThat(OneLine.clipped("abc", 3)).isEqualTo("abc");
    assertThat(OneLine.clipped("\ud83d\ude00\ud83d\ude00\ud83d\ude00", 3)).hasSize(6);
  }

  @Test
  void clippingKeepsSurrogatePairsTogether() {
    String faces = "\ud83d\ude00".repeat(20);
    assertThat(OneLine.clipped(faces, 9))
        .isEqualTo("\ud83d\ude00".repeat(2) + "..." + "\ud83d\ude00".repeat(4));
  }

  @Test
  void wrappedTextIsBrokenBetweenWords() {
    assertThat(OneLine.wrapped("one two three\nfour", 9))
        .containsExactly("one two", "three", "four");
    assertThat(OneLine.wrapped("", 9)).containsExactly("");
  }

  @Test
  void longTextHasFourLinesWithItsBeginningAndItsEnd() {
    assertThat(OneLine.wrapped("a1 a2 a3 a4 a5 a6 a7 a8 a9", 6))
        .containsExactly("a1 a2", "a3 a4", "a5 a6", "... a9");
    assertThat(OneLine.wrapped("a1 a2 a3 a4 a5 a6 a7 a8", 6))
        .containsExactly("a1 a2", "a3 a4", "a5 a6", "a7 a8");
  }

  @Test
  void longWordIsShortenedWhereALineIsWrapped() {
    assertThat(OneLine.wrapped("in abcdefghijklmnopqrstuvwxyz", 12))
        .containsExactly("in", "abc...uvwxyz");
  }

  @Test
  void phrasesThatDoNotFitAreSkipped() {
    assertThat(OneLine.fitting(List.of("one", "a longer phrase", "two"), 10)).contains("one; two");
    assertThat(OneLine.fitting(List.of("a longer phrase"), 10)).contains("a longer phrase");
    assertThat(OneLine.fitting(List.of(), 10)).isEmpty();
  }
}
