package dev.tare.internal.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@WeavesOrWalks
class RecordingOptionsTests {

  @Test
  void optionsHaveDefaults() {
    assertThat(RecordingOptions.parse("include=com.acme.*"))
        .isEqualTo(
            new RecordingOptions(
                List.of("com.acme.*"), List.of(), RecordingMode.ALLOCATIONS, 0, 20, "", "", 0));
  }

  @Test
  void optionsAreParsedAsWritten() {
    RecordingOptions options =
        RecordingOptions.parse(
            "include=com.acme.*:org.acme.Shop$Order,exclude=*Test,mode=calls,seconds=86400,rows=1000");

    assertThat(options)
        .isEqualTo(
            new RecordingOptions(
                List.of("com.acme.*", "org.acme.Shop$Order"),
                List.of("*Test"),
                RecordingMode.CALLS,
                86_400,
                1_000,
                "",
                "",
                0));
  }

  @Test
  void optionsMayBeginWithDashes() {
    assertThat(RecordingOptions.parse(List.of("--include=a.*", "--output=a b.txt")))
        .isEqualTo(
            new RecordingOptions(
                List.of("a.*"), List.of(), RecordingMode.ALLOCATIONS, 0, 20, "a b.txt", "", 0));
  }

  @Test
  void histogramNeedsNoClasses() {
    RecordingOptions options = RecordingOptions.parse(List.of("--histogram", "seconds=3"));

    assertThat(options.mode()).isEqualTo(RecordingMode.HISTOGRAM);
    assertThat(options.include()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "seconds=3 | no class is included: add include=<pattern>, for example include=com.acme.*",
        "includes=a | unknown option 'includes=a'; use include, exclude, mode, seconds, rows, output or series, for example include=com.acme.*",
        "include= | 'include=': '' is no pattern of classes or methods; use names with *, separated by colons, for example include=com.acme.*:org.acme.Shop.get*",
        "include=a;b | 'include=a;b': 'a;b' is no pattern of classes or methods; use names with *, separated by colons, for example include=com.acme.*:org.acme.Shop.get*",
        "include=a::b | 'include=a::b': '' is no pattern of classes or methods; use names with *, separated by colons, for example include=com.acme.*:org.acme.Shop.get*",
        "exclude=a..b | 'exclude=a..b': 'a..b' is no pattern of classes or methods; use names with *, separated by colons, for example include=com.acme.*:org.acme.Shop.get*",
        "seconds=0 | 'seconds=0': a whole number from 1 to 86,400 is needed, for example seconds=10",
        "seconds=86401 | 'seconds=86401': a whole number from 1 to 86,400 is needed, for example seconds=10",
        "include=java.util.* | 'include=java.util.*': 'java.util.*' selects classes of the JDK, which the hooks themselves call; choose the classes that call them, for example include=com.acme.*",
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
}
