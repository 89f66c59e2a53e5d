package dev.tare.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
        "a\u001bb"
      })
  void replacesBreaksAndControlCharacters(String text) {
    assertThat(OneLine.of(text)).isEqualTo("a b");
  }

  @Test
  void keepsTheBeginningAndMoreOfTheEnd() {
    assertThat(OneLine.clipped("abcdefghijklmnopqrstuvwxyz", 12)).isEqualTo("abc...uvwxyz");
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 25})
  void isNoLongerThanAllowed(int width) {
    assertThat(OneLine.clipped("abcdefghijklmnopqrstuvwxyz", width)).hasSize(width);
  }

  @Test
  void leavesAloneWhatFits() {
    assertThat(OneLine.clipped("abc", 3)).isEqualTo("abc");
    assertThat(OneLine.clipped("\ud83d\ude00\ud83d\ude00\ud83d\ude00", 3)).hasSize(6);
  }

  @Test
  void cutsBetweenCharactersNotWithinOne() {
    String faces = "\ud83d\ude00".repeat(20);
    assertThat(OneLine.clipped(faces, 9))
        .isEqualTo("\ud83d\ude00".repeat(2) + "..." + "\ud83d\ude00".repeat(4));
  }
}
