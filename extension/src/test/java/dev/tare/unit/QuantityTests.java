package dev.tare.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Isolated("changes the default locale of the JVM")
class QuantityTests {

  private static final List<Quantity> QUANTITIES =
      List.of(
          new DataSize(0),
          new DataSize(6_336),
          new DataSize(1_234_567_890),
          new Elapsed(0.0456),
          new Elapsed(12.5),
          new Elapsed(1_234_567),
          new Count(12_345),
          new Ratio(1.25));

  @Test
  void testLocalesDiffer() {
    Stream<String> texts =
        DefaultLocale.all()
            .map(locale -> DefaultLocale.under(locale, () -> String.format("%,.1f", 1234.5)));
    assertThat(texts.collect(Collectors.toSet())).hasSizeGreaterThanOrEqualTo(4);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.unit.DefaultLocale#all")
  void textIsTheSameUnderEveryLocale(Locale locale) {
    assertThat(DefaultLocale.under(locale, QuantityTests::texts))
        .containsExactlyElementsOf(DefaultLocale.under(Locale.ROOT, QuantityTests::texts));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.unit.DefaultLocale#all")
  void parsingIsTheSameUnderEveryLocale(Locale locale) {
    assertThat(DefaultLocale.under(locale, () -> DataSize.parse("1.5 MiB").bytes()))
        .isEqualTo(1_572_864);
    assertThat(DefaultLocale.under(locale, () -> catchThrowable(() -> DataSize.parse("1 kIb"))))
        .hasMessageStartingWith("\"1 kIb\": unknown unit 'kIb', upper and lower case matter;");
  }

  private static List<String> texts() {
    return QUANTITIES.stream()
        .flatMap(q -> Stream.of(q.both(), q.exact(), q.rounded(), q.asBudget(), q.toString()))
        .toList();
  }
}
