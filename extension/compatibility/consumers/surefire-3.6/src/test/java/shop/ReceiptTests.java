package shop;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.benchmark.Benchmarked;
import dev.tare.survival.MustBeCollected;
import dev.tare.survival.Released;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReceiptTests {

  private static final List<Basket> PAID = new ArrayList<>();

  @Test
  @MaxAllocatedBytes("0 B")
  void printsAnEmptyBasket() {
    new Basket().size();
  }

  @Test
  @Tag("slow")
  @Benchmarked(max = "1 s")
  void printsInTime() {
    new Basket().print();
  }

  @MustBeCollected
  void forgetsAPaidBasket(Released<Basket> baskets) {
    Basket basket = new Basket();
    PAID.add(basket);
    baskets.letGo(basket);
  }
}
