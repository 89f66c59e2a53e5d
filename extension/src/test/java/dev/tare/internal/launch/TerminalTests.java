package dev.tare.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.render.TerminalStyle;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTests {

  private static final Map<String, String> XTERM = Map.of("TERM", "xterm-256color");

  @Test
  void terminalOfUnicodeHasBarsAndColours() {
    assertThat(Terminal.style(XTERM, "UTF-8")).isEqualTo(new TerminalStyle(true, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"US-ASCII", "ISO-8859-1", "", "no charset", "x-JISAutoDetect"})
  void encodingWithoutBlocksHasNoBars(String encoding) {
    assertThat(Terminal.style(XTERM, encoding)).isEqualTo(new TerminalStyle(false, true));
  }

  @ParameterizedTest
  @CsvSource({"1, false", "false, false", "'', true"})
  void noColorSwitchesColoursOffUnlessItIsEmpty(String value, boolean hasColours) {
    assertThat(Terminal.style(Map.of("TERM", "xterm", "NO_COLOR", value), "UTF-8"))
        .isEqualTo(new TerminalStyle(true, hasColours));
  }

  @Test
  void terminalThatFollowsNoCodesHasNoColours() {
    assertThat(Terminal.style(Map.of("TERM", "dumb"), "UTF-8").hasColours()).isFalse();
    assertThat(Terminal.style(Map.of(), "UTF-8").hasColours()).isFalse();
    assertThat(Terminal.style(Map.of("WT_SESSION", "1"), "UTF-8").hasColours()).isTrue();
  }

  @Test
  void jvmOfABuildIsNoTerminal() {
    assertThat(Terminal.style()).isEqualTo(TerminalStyle.PLAIN);
  }
}
