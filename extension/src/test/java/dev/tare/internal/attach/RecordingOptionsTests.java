package dev.tare.internal.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.internal.attach.RecordingOptions.RecordingMode;
import dev.tare.testing.WeavesOrWalks;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@WeavesOrWalks
class RecordingOptionsTests {

  @Test
  void optionsHaveDefaults() {
    assertThat(RecordingOptions.parse("include=com.acme.*"))
        .isEqualTo(options(List.of("com.acme.*"), RecordingMode.ALLOCATIONS, 0, 20, ""));
    assertThat(RecordingOptions.parse("--histogram"))
        .isEqualTo(RecordingOptions.parse("mode=histogram"))
        .isEqualTo(options(List.of(), RecordingMode.HISTOGRAM, 0, 20, ""));
  }

  @Test
  void optionsAreParsedAsWritten() {
    assertThat(
            RecordingOptions.parse(
                "include=com.acme.*:org.acme.Caf\u00e9$Order,mode=calls,seconds=86400,rows=1000"))
        .isEqualTo(
            options(
                List.of("com.acme.*", "org.acme.Caf\u00e9$Order"),
                RecordingMode.CALLS,
                86_400,
                1_000,
                ""));
  }

  @Test
  void lastOptionOfANameApplies() {
    RecordingOptions options =
        RecordingOptions.parse(List.of("--include=b.*", "--include=a.*", "--output=a b.txt"));

    assertThat(options.include()).containsExactly("a.*");
    assertThat(options.outputFile()).isEqualTo(Path.of("a b.txt"));
  }

  private static RecordingOptions options(
      List<String> include, RecordingMode mode, int seconds, int rows, String output) {
    return new RecordingOptions(include, mode, seconds, rows, output, "", 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "seconds=3 | no class is included: add include=<pattern>, for example include=com.acme.*",
        "includes=a | unknown option 'includes=a'; use include, mode, seconds, rows, output or series, for example include=com.acme.*",
        "include= | 'include=': '' is no pattern of classes; use names with *, separated by colons, for example include=com.acme.*:org.acme.Shop",
        "include=a;b | 'include=a;b': 'a;b' is no pattern of classes; use names with *, separated by colons, for example include=com.acme.*:org.acme.Shop",
        "include=a::b | 'include=a::b': '' is no pattern of classes; use names with *, separated by colons, for example include=com.acme.*:org.acme.Shop",
        "include=a..b | 'include=a..b': 'a..b' is no pattern of classes; use names with *, separated by colons, for example include=com.acme.*:org.acme.Shop",
        "seconds=0 | 'seconds=0': a whole number from 1 to 86,400 is needed, for example seconds=10",
        "seconds=86401 | 'seconds=86401': a whole number from 1 to 86,400 is needed, for example seconds=10",
        "include=java.util.* | 'include=java.util.*': 'java.util.*' selects classes of the JDK, which the hooks themselves call; choose the classes that call them, for example include=com.acme.*",
        "output=a\0b | 'output=a\0b': it needs a file, for example output=output.txt",
        "mode=time | 'mode=time': unknown mode 'time'; use allocations, calls or histogram, for example mode=calls",
        "mode= | 'mode=': unknown mode ''; use allocations, calls or histogram, for example mode=calls",
        "rows=-1 | 'rows=-1': a whole number from 1 to 1,000 is needed, for example rows=10",
        "rows=1.5 | 'rows=1.5': a whole number from 1 to 1,000 is needed, for example rows=10"
      })
  void malformedOptionsAreRefused(String option, String message) {
    assertThatThrownBy(() -> RecordingOptions.parse(option))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void commaInAnArgumentOfTheCommandIsRefused() {
    assertThatThrownBy(() -> RecordingOptions.parse(List.of("include=a", "series")))
        .hasMessage("'series': it needs a file, for example series=series.txt");
    assertThatThrownBy(() -> RecordingOptions.parse(List.of("include=a", "output=a,b.txt")))
        .hasMessage(
            "'output=a,b.txt': a comma ends an option; separate patterns with colons, and choose a"
                + " file without a comma, for example output=file.txt");
  }
}
