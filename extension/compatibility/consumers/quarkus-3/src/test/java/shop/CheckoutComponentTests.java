package shop;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.when;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.NoAllocation;
import dev.tare.retained.MaxRetainedSize;
import io.quarkus.test.InjectMock;
import io.quarkus.test.component.QuarkusComponentTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Is loaded with a copy of Tare of its own. */
@QuarkusComponentTest
class CheckoutComponentTests {

  @Inject Prices prices;
  @InjectMock Discounts discounts;
  @Inject Checkout checkout;

  @BeforeEach
  void grantDiscount() {
    when(discounts.of(anyString())).thenReturn(50);
  }

  @Test
  void totalsAtHalfThePrice() {
    assertThat(checkout.total("ben")).isEqualTo(7_674);
  }

  @NoAllocation
  int sumsWithoutAllocation() {
    return prices.sum();
  }

  @MaxRetainedSize("64 B")
  List<Integer> retainsPrices() {
    return prices.all();
  }

  @Test
  @NoAllocation
  void boxesPrices() {
    prices.all();
  }

  @Test
  void assertsTooMuch() {
    assertThatCalling(() -> prices.all()).allocatesNothing();
  }

  @MaxAllocatedBytes("10 kB")
  int isMistyped() {
    return prices.sum();
  }
}
