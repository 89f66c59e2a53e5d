package dev.tare.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataSizeTests {

  @Nested
  class Parsing {

    @ParameterizedTest
    @CsvSource({
      "0 B, 0",
      "0B, 0",
      "1016 B, 1016",
      "1016B, 1016",
      "007 B, 7",
      "1 KB, 1000",
      "1 KiB, 1024",
      "64 KiB, 65536",
      "64KiB, 65536",
      "1.5 MB, 1500000",
      "1.5 MiB, 1572864",
      "2 GB, 2000000000",
      "2 GiB, 2147483648",
      "0.5 KiB, 512",
      "9223372036854775807 B, 9223372036854775807",
      "9007199254740991 KiB, 9223372036854774784",
      "9223372036.854775807 GB, 9223372036854775807",
    })
    void numberWithUnitIsAccepted(String text, long bytes) {
      assertThat(DataSize.parse(text)).isEqualTo(new DataSize(bytes));
    }

    @ParameterizedTest
    @CsvSource({"0.9 B, 0", "1.9 B, 1", "1.0009 KB, 1000", "0.0009 KiB, 0"})
    void fractionsOfAByteRoundDown(String text, long bytes) {
      assertThat(DataSize.parse(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @MethodSource("dev.tare.unit.Refused#sizes")
    void refusalListsAcceptedTexts(String text, String reason) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> DataSize.parse(text))
          .withMessage(
              "\"%s\": %s; use B, KB, MB, GB, KiB, MiB or GiB, for example \"64 KiB\"",
              text, reason);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "2,016 B|2016 B",
          "1,024KiB|1024KiB",
          "9,223,372 B|9223372 B",
          "1,024.5 KB|1024.5 KB"
        })
    void refusalOfAPrintedNumberHasItWithoutCommas(String text, String accepted) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> DataSize.parse(text))
          .withMessage(
              "\"%s\": the number has commas; use B, KB, MB, GB, KiB, MiB or GiB, for example \"%s\"",
              text, accepted);
      assertThat(DataSize.parse(accepted).bytes()).isPositive();
    }

    @Test
    void exampleOfTheRefusalIsAccepted() {
      assertThat(DataSize.parse("64 KiB").bytes()).isEqualTo(65_536);
    }
  }

  @Nested
  class Printing {

    @ParameterizedTest
    @CsvSource({
      "0, 0 B",
      "1, 1 B",
      "1016, '1,016 B'",
      "1023, '1,023 B'",
      "1024, '1 KiB (1,024 B)'",
      "1025, '1 KiB (1,025 B)'",
      "1075, '1 KiB (1,075 B)'",
      "1076, '1.1 KiB (1,076 B)'",
      "6336, '6.2 KiB (6,336 B)'",
      "65536, '64 KiB (65,536 B)'",
      "102348, '99.9 KiB (102,348 B)'",
      "102349, '100 KiB (102,349 B)'",
      "1023487, '999 KiB (1,023,487 B)'",
      "1023488, '0.976 MiB (1,023,488 B)'",
      "1048575, '1 MiB (1,048,575 B)'",
      "1048576, '1 MiB (1,048,576 B)'",
      "1048051711, '999 MiB (1,048,051,711 B)'",
      "1048051712, '0.976 GiB (1,048,051,712 B)'",
      "1073741824, '1 GiB (1,073,741,824 B)'",
      "9223372036854775807, '8,589,934,592 GiB (9,223,372,036,854,775,807 B)'",
    })
    void roundedAndExactFigureArePrinted(long bytes, String text) {
      assertThat(new DataSize(bytes).both()).isEqualTo(text);
      assertThat(new DataSize(bytes)).hasToString(text);
    }

    @Test
    void halfRoundsUp() {
      assertThat(new DataSize(6_400).rounded()).isEqualTo("6.3 KiB");
    }
  }

  @Nested
  class AsBudget {

    @Test
    void budgetParsesBackToTheSameSize() {
      LongStream random = new Random(42).longs(10_000, 0, Long.MAX_VALUE);
      LongStream small = LongStream.rangeClosed(0, 10_000);
      LongStream edges = LongStream.of(Long.MAX_VALUE, 1L << 53, (1L << 53) + 1);
      assertThat(LongStream.concat(edges, LongStream.concat(small, random)).mapToObj(DataSize::new))
          .allSatisfy(size -> assertThat(DataSize.parse(size.asBudget())).isEqualTo(size));
    }
  }

  @Nested
  class Amounts {

    @ParameterizedTest
    @ValueSource(doubles = {-1, -0.5, Double.NaN, 0x1p63, Double.POSITIVE_INFINITY})
    void amountOutOfRangeIsRefused(double amount) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new DataSize(0).withAmount(amount))
          .withMessageContaining(Double.toString(amount));
    }

    @Test
    void amountsLoseTheirFraction() {
      assertThat(new DataSize(1).withAmount(7.9)).isEqualTo(new DataSize(7));
    }

    @Test
    void unitIsBytes() {
      assertThat(new DataSize(7).amount()).isEqualTo(7);
      assertThat(new DataSize(7).unit()).isEqualTo("B");
    }
  }

  @Test
  void negativeSizeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DataSize(-1))
        .withMessageContaining("-1");
  }

  @Test
  void sizesCompareByBytes() {
    assertThat(new DataSize(1).compare(new DataSize(2))).isNegative();
    assertThat(new DataSize(2).compare(new DataSize(2))).isZero();
    assertThat(new DataSize(3).compare(new DataSize(2))).isPositive();
  }

  @Test
  void comparisonWithATimeIsRefused() {
    assertThatExceptionOfType(ClassCastException.class)
        .isThrownBy(() -> new DataSize(1).compare(new Elapsed(1)));
  }
}
