package shop;

import dev.tare.allocation.NoAllocation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Needs no container. */
class PlainTests {

  private final Prices prices = new Prices();

  @Test
  @NoAllocation
  void sumsWithoutAllocation() {
    prices.sum();
  }

  @NoAllocation
  List<Integer> boxesPrices() {
    return prices.all();
  }
}
