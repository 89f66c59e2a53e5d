package dev.tare.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ElapsedTests {

  @Nested
  class Parsing {

    @ParameterizedTest
    @CsvSource({
      "0 ns, 0",
      "250 ns, 250",
      "250ns, 250",
      "0.25 ns, 0.25",
      "30 us, 30000",
      "30 \u00b5s, 30000",
      "30\u00b5s, 30000",
      "30 \u03bcs, 30000",
      "1.5 us, 1500",
      "3 ms, 3000000",
      "2 s, 2000000000",
      "0.000000001 s, 1",
      "9223372036 s, 9223372036000000000",
    })
    void numberWithUnitIsAccepted(String text, double nanos) {
      assertThat(Elapsed.parse(text)).isEqualTo(new Elapsed(nanos));
    }

    @ParameterizedTest
    @MethodSource("dev.tare.unit.Refused#times")
    void refusalListsAcceptedTexts(String text, String reason) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Elapsed.parse(text))
          .withMessage("\"%s\": %s; use ns, us, ms or s, for example \"250 ns\"", text, reason);
    }

    @Test
    void refusalOfAPrintedNumberHasItWithoutCommas() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Elapsed.parse("1,500 ns"))
          .withMessage(
              "\"1,500 ns\": the number has commas; use ns, us, ms or s, for example \"1500 ns\"");
    }

    @Test
    void exampleOfTheRefusalIsAccepted() {
      assertThat(Elapsed.parse("250 ns").nanos()).isEqualTo(250);
    }
  }

  @Nested
  class Printing {

    @ParameterizedTest
    @CsvSource({
      "0, 0 ns",
      "2.2e-308, less than 0.000000001 ns",
      "1e-127, less than 0.000000001 ns",
      "1e-9, 0.000000001 ns",
      "0.0000123, 0.000012 ns",
      "0.0004, 0.0004 ns",
      "0.0456, 0.046 ns",
      "0.12345, 0.123 ns",
      "0.9996, 1 ns",
      "1, 1 ns",
      "1.04, 1 ns",
      "1.05, 1.1 ns",
      "12.34, 12.3 ns",
      "99.96, 100 ns",
      "312.4, 312 ns",
      "999.4, 999 ns",
      "999.5, '1 us (1,000 ns)'",
      "1000, '1 us (1,000 ns)'",
      "1234.4, '1.2 us (1,234 ns)'",
      "999499, '999 us (999,499 ns)'",
      "999500, '1 ms (999,500 ns)'",
      "1500000, '1.5 ms (1,500,000 ns)'",
      "999500000, '1 s (999,500,000 ns)'",
      "2345678901, '2.3 s (2,345,678,901 ns)'",
      "3.6e12, '3,600 s (3,600,000,000,000 ns)'",
      "1e18, '1,000,000,000 s (1,000,000,000,000,000,000 ns)'",
    })
    void roundedAndExactFigureArePrinted(double nanos, String text) {
      assertThat(new Elapsed(nanos).both()).isEqualTo(text);
    }

    @Test
    void textIsTheRoundedFigure() {
      assertThat(new Elapsed(1_234)).hasToString("1.2 us");
    }
  }

  @Nested
  class AsBudget {

    @ParameterizedTest
    @CsvSource({
      "0, 0 ns",
      "0.1, 0.1 ns",
      "0.0312, 0.0312 ns",
      "0.03121, 0.0313 ns",
      "250, 250 ns",
      "312.4, 313 ns",
      "999.4, 1000 ns",
      "999.6, 1 us",
      "1234.5, 1.24 us",
      "1000000, 1 ms",
      "1234567890, 1.24 s",
    })
    void budgetHasThreeDigitsRoundedUp(double nanos, String text) {
      assertThat(new Elapsed(nanos).asBudget()).isEqualTo(text);
    }

    @Test
    void budgetParsesBackAndIsLessThanOnePercentLarger() {
      DoubleStream random =
          new Random(42).doubles(20_000, -6, 18).map(power -> Math.pow(10, power));
      DoubleStream whole = DoubleStream.iterate(0, n -> n <= 5_000, n -> n + 1);
      DoubleStream tenths = DoubleStream.iterate(0.1, n -> n <= 100, n -> n + 0.1);
      assertThat(DoubleStream.concat(random, DoubleStream.concat(whole, tenths)).boxed())
          .allSatisfy(
              nanos ->
                  assertThat(Elapsed.parse(new Elapsed(nanos).asBudget()).nanos())
                      .isBetween(nanos, nanos * 1.0101));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, -1e-9, Double.NaN, Double.POSITIVE_INFINITY})
  void invalidLengthOfTimeIsRefused(double nanos) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Elapsed(nanos))
        .withMessageContaining(Double.toString(nanos));
  }

  @Test
  void negativeZeroBecomesZero() {
    assertThat(new Elapsed(-0.0)).isEqualTo(new Elapsed(0));
    assertThat(new Elapsed(-0.0).compare(new Elapsed(0))).isZero();
  }

  @Test
  void amountIsInNanoseconds() {
    assertThat(new Elapsed(1.5).amount()).isEqualTo(1.5);
    assertThat(new Elapsed(1.5).unit()).isEqualTo("ns");
    assertThat(new Elapsed(1.5).withAmount(2.5)).isEqualTo(new Elapsed(2.5));
  }

  @Test
  void timesCompareByNanoseconds() {
    assertThat(new Elapsed(1).compare(new Elapsed(1.1))).isNegative();
    assertThat(new Elapsed(2).compare(new Elapsed(2))).isZero();
    assertThat(new Elapsed(3).compare(new Elapsed(2))).isPositive();
  }

  @Test
  void comparisonWithASizeIsRefused() {
    assertThatExceptionOfType(ClassCastException.class)
        .isThrownBy(() -> new Elapsed(1).compare(new DataSize(1)));
  }
}
