package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.invocations.MaxInvocations;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CartTests {

  final Cart cart = new Cart();

  @BeforeEach
  void fills() {
    cart.add("lamp", 2, 1_999);
    cart.add("bulb", 6, 450);
  }

  @Test
  @MaxAllocatedBytes("0 B")
  void sums() {
    assertEquals(6_698, cart.total());
  }

  @MaxAllocatedBytes("0 B")
  long sumsAlone() {
    return cart.total();
  }

  @MaxAllocatedBytes("24 B")
  Long boxes() {
    return cart.boxedTotal();
  }

  @Nested
  class WithMore {

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    @MaxInvocations(type = Cart.class, method = "total", value = 1)
    void sumsMore(int times) {
      for (int i = 0; i < times; i++) {
        cart.total();
      }
    }
  }
}
