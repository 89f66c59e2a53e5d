package shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.assertj.TareAssertions;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Group;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class CartPropertyTests {

  private final Cart cart = new Cart();

  @Property(tries = 20)
  void totalGrowsWithQuantity(@ForAll @IntRange(min = 1, max = 9) int quantity) {
    cart.add("bulb", quantity, 450);
    assertThat(cart.total()).isGreaterThanOrEqualTo(450);
  }

  @Property(tries = 20)
  @MaxAllocatedBytes("0 B")
  void totalAllocatesNothing(@ForAll @IntRange(min = 1, max = 9) int quantity) {
    assertThat(cart.total()).isZero();
  }

  @Example
  @MaxAllocatedBytes("0 B")
  boolean isAnExample() {
    return cart.total() == 0;
  }

  @Example
  void isMeasuredWithAssertJ() {
    TareAssertions.assertThatCalling(cart::total).allocatesNothing();
  }

  @Group
  class Empty {

    @Property(tries = 5)
    @MaxAllocatedBytes("0 B")
    void sums(@ForAll int quantity) {
      assertThat(cart.total()).isZero();
    }
  }
}
