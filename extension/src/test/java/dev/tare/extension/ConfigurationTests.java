package dev.tare.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.model.Figure;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigurationTests {

  @Test
  void configurationHasTheDocumentedDefaults() {
    Configuration configuration = of(Map.of());

    assertThat(configuration.enabled()).isTrue();
    assertThat(configuration.policy(Outcome.UNMEASURED)).isEqualTo(Configuration.Policy.FAIL);
    assertThat(configuration.policy(Outcome.INCONCLUSIVE)).isEqualTo(Configuration.Policy.ABORT);
    assertThat(configuration.print()).isEqualTo(Configuration.Print.TABLE);
    assertThat(configuration.reportDirectory()).contains("target/tare");
    assertThat(configuration.maxRatio()).isEqualTo(new Ratio(1.10));
    assertThat(configuration.warmupTime()).isEqualTo(Elapsed.parse("2.5 s"));
    assertThat(configuration.measurementTime()).isEqualTo(Elapsed.parse("2.5 s"));
    assertThat(configuration.forks()).isZero();
    assertThat(configuration.allowUnoptimized()).isFalse();
    assertThat(configuration.breakdown()).isEqualTo(Configuration.Breakdowns.ON_FAILURE);
  }

  @Test
  void everyKeyIsParsed() {
    Configuration configuration =
        of(
            Map.of(
                "tare.enabled", "false",
                "tare.unmeasured", "abort",
                "tare.inconclusive", "FAIL",
                "tare.print", "none",
                "tare.report.directory", " build/tare ",
                "tare.maxRatio", "1.5",
                "tare.measurementTime", "500 ms",
                "tare.breakdown", "always",
                "tare.allowUnoptimized", "true"));

    assertThat(configuration.enabled()).isFalse();
    assertThat(configuration.policy(Outcome.UNMEASURED)).isEqualTo(Configuration.Policy.ABORT);
    assertThat(configuration.policy(Outcome.INCONCLUSIVE)).isEqualTo(Configuration.Policy.FAIL);
    assertThat(configuration.print()).isEqualTo(Configuration.Print.NONE);
    assertThat(configuration.reportDirectory()).contains("build/tare");
    assertThat(configuration.maxRatio()).isEqualTo(new Ratio(1.5));
    assertThat(configuration.measurementTime()).isEqualTo(Elapsed.parse("500 ms"));
    assertThat(configuration.breakdown()).isEqualTo(Configuration.Breakdowns.ALWAYS);
    assertThat(configuration.allowUnoptimized()).isTrue();
  }

  @Test
  void largestRatioIsAccepted() {
    assertThat(of(Map.of("tare.maxRatio", "1000000")).maxRatio()).isEqualTo(new Ratio(1_000_000));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tare.enabled   | yes  | use true or false, for example tare.enabled = true",
        "tare.forks     | -1   | use a whole number from 0 to 100, for example tare.forks = 0",
        "tare.forks     | 101  | use a whole number from 0 to 100, for example tare.forks = 0",
        "tare.allowUnoptimized | 1 | use true or false, for example tare.allowUnoptimized = false",
        "tare.maxRatio  | 0    | use a number above 0, up to 1000000, for example tare.maxRatio",
        "tare.maxRatio  | NaN  | use a number above 0, up to 1000000, for example tare.maxRatio",
        "tare.maxRatio | 1000001 | use a number above 0, up to 1000000, for example tare.maxRatio",
        "tare.measurementTime   | 0 s  | use a length of time from 1 ms, for example tare.measurementTime = 2.5 s",
        "tare.measurementTime   | 3    | use a length of time from 1 ms, for example tare.measurementTime = 2.5 s",
        "tare.warmupTime | 3 kg | use a length of time from 1 ms, for example tare.warmupTime = 2.5 s",
        "tare.print     | all  | use table or none, for example tare.print = table",
        "tare.weigh | all | use none or measured, for example tare.weigh = none",
        "tare.missingWeight | no | use fail or write, for example tare.missingWeight = ",
        "tare.breakdown | some | use on_failure or always or never"
      })
  void refusalNamesTheKeyAndAnExample(String key, String text, String message) {
    Configuration configuration = of(Map.of(key, text));

    assertThatExceptionOfType(TareConfigurationException.class)
        .isThrownBy(configuration::check)
        .withMessageStartingWith(key + " = " + text + ": " + message);
  }

  @ParameterizedTest
  @MethodSource
  void checkFindsAWrongValueOfAnyKey(String key) {
    Configuration configuration = of(Map.of(key, "\0"));

    assertThatExceptionOfType(TareConfigurationException.class)
        .isThrownBy(configuration::check)
        .withMessageStartingWith(key + " =  : use ");
  }

  static Stream<String> checkFindsAWrongValueOfAnyKey() {
    return Arrays.stream(ConfigurationKey.values()).map(ConfigurationKey::key);
  }

  @Test
  void limitIsRequiredUnlessTheTestIsWeighed() {
    Figure figure = new Figure("bytes", "bytes", true);
    Configuration configuration = of(Map.of());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> configuration.bytesAtMost(figure, Unset.TEXT))
        .withMessage("no limit: write one, for example \"4 KiB\"");
    assertThat(configuration.weighing(false).bytesAtMost(figure, Unset.TEXT).limit()).isNull();
    assertThat(configuration.bytesAtMost(figure, "4 KiB").limit()).isEqualTo(new DataSize(4_096));
  }

  private static Configuration of(Map<String, String> keys) {
    return new Configuration(key -> Optional.ofNullable(keys.get(key)));
  }
}
