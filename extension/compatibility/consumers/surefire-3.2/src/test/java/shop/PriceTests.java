package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.retained.MaxRetainedSize;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class PriceTests {

  private final int[] prices = {1_999, 450, 12_900};

  @Test
  void sumsPrices() {
    assertEquals(15_349, sum());
  }

  @MaxAllocatedBytes("0 B")
  int sum() {
    int sum = 0;
    for (int price : prices) {
      sum += price;
    }
    return sum;
  }

  @MaxAllocatedBytes("0 B")
  Long boxesPrices() {
    return Long.valueOf(sum());
  }

  @Test
  @MaxAllocatedBytes("0 B")
  void copiesPrices() {
    prices.clone();
  }

  @MaxRetainedSize("28 XB")
  int[] isMistyped() {
    return prices;
  }

  @Disabled("for a reason")
  @MaxRetainedSize("0 B")
  int[] isDisabled() {
    return prices;
  }
}
