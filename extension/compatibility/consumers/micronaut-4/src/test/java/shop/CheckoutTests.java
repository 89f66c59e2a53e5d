package shop;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static dev.tare.assertj.TareAssertions.assertThatGraphOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.Tare;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.NoAllocation;
import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import dev.tare.unit.DataSize;
import io.micronaut.context.annotation.Property;
import io.micronaut.test.annotation.MockBean;
import io.micronaut.test.extensions.junit5.annotation.MicronautTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@MicronautTest
@Property(name = "shop.factor", value = "2")
class CheckoutTests {

  @Inject Prices prices;
  @Inject Checkout checkout;

  @Property(name = "shop.factor")
  int factor;

  private int prepared;

  @MockBean(ClubDiscounts.class)
  Discounts half() {
    return customer -> 50;
  }

  @BeforeEach
  void prepare() {
    prepared++;
  }

  @Test
  void totals() {
    assertThat(checkout.total("ben")).isEqualTo(15_349);
    assertThat(prepared).isOne();
  }

  @NoAllocation
  int sumsWithoutAllocation() {
    return factor * prices.sum();
  }

  @MaxAllocatedBytes("10 KiB")
  int totalsAfterOnePreparation() {
    assertThat(prepared).isOne();
    return checkout.total("ben");
  }

  @NoAllocation
  List<Integer> boxesPrices() {
    return prices.all();
  }

  @MaxRetainedSize("64 B")
  List<Integer> retainsPrices() {
    return prices.all();
  }

  /** Micronaut resolves the first parameter, and Tare the second. */
  @MaxRetainedSize("1 KiB")
  void retainsAFewPrices(Prices injected, Retained<List<Integer>> retained) {
    retained.hold(injected.all());
  }

  @Test
  @NoAllocation
  void sumsWithoutAllocationInJupiter() {
    prices.sum();
  }

  @Test
  @NoAllocation
  void boxesPricesInJupiter(Prices injected) {
    injected.all();
  }

  @Test
  @MaxInvocations(type = Prices.class, method = "sum", value = 1)
  void sumsTwice() {
    checkout.total("ben");
    prices.sum();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @NoAllocation
  void multiplies(int quantity) {
    if (quantity * prices.sum() < 0) {
      prices.all();
    }
  }

  @Test
  void assertsAllocation() {
    assertThatCalling(() -> prices.sum()).allocatesNothing();
    assertThatGraphOf(prices.all()).retainsAtMost("1 KiB");
    assertThat(Tare.calling(() -> prices.sum()).allocated().value())
        .isEqualTo(new DataSize(0));
  }

  @Test
  void assertsTooMuch() {
    assertThatCalling(() -> prices.all()).allocatesNothing();
  }

  @MaxAllocatedBytes("10 kB")
  int isMistyped() {
    return prices.sum();
  }

  @Nested
  class Again {

    @NoAllocation
    int sumsWithoutAllocation() {
      return prices.sum();
    }

    @Test
    @NoAllocation
    void boxesPrices() {
      prices.all();
    }
  }
}
