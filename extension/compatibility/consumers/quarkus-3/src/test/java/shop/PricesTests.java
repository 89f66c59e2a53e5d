package shop;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static dev.tare.assertj.TareAssertions.assertThatGraphOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.Tare;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.NoAllocation;
import dev.tare.extension.MeasuresFirst;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import dev.tare.unit.DataSize;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@MeasuresFirst
@QuarkusTest
class PricesTests {

  @Inject Prices prices;

  private int prepared;

  @BeforeEach
  void prepare() {
    prepared++;
  }

  @Test
  void sums() {
    assertThat(prices.sum()).isEqualTo(15_349);
  }

  @Test
  @NoAllocation
  void sumsWithoutAllocation() {
    prices.sum();
  }

  @Test
  @NoAllocation
  void boxesPrices() {
    prices.all();
  }

  @Test
  @MaxRetainedSize("1 KiB")
  void retainsAFewPrices(Retained<List<Integer>> retained) {
    retained.hold(prices.all());
  }

  @Test
  @MaxRetainedSize("64 B")
  void retainsPrices(Retained<List<Integer>> retained) {
    retained.hold(prices.all());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @NoAllocation
  void multiplies(int factor) {
    if (prices.sum() * factor < 0) {
      prices.all();
    }
  }

  @Test
  void preparesOnce() {
    assertThat(prepared).isOne();
  }

  @Test
  void assertsAllocation() {
    assertThatCalling(() -> prices.sum()).allocatesNothing();
    assertThatGraphOf(prices.all()).as("prices").retainsAtMost("1 KiB");
    assertThat(Tare.calling(() -> prices.sum()).allocated().value())
        .isEqualTo(new DataSize(0));
  }

  @Test
  void assertsTooMuch() {
    assertThatCalling(() -> prices.all()).allocatesNothing();
  }

  /** Quarkus has closed its application when Tare's engine begins. */
  @NoAllocation
  List<Integer> isNoTestOfQuarkus() {
    return prices.all();
  }

  @Test
  @MaxAllocatedBytes("10 kB")
  void isMistyped() {
    prices.all();
  }

  @Nested
  class Again {

    @Test
    @NoAllocation
    void sumsWithoutAllocation() {
      prices.sum();
    }

    @Test
    @NoAllocation
    void boxesPrices() {
      prices.all();
    }
  }
}
