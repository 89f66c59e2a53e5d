package shop;

import dev.tare.allocation.MaxAllocatedBytes;
import junit.framework.TestCase;

/** Tests of JUnit 3, which the vintage engine runs. */
public class OldestCartTest extends TestCase {

  private Cart cart;

  @Override
  protected void setUp() {
    cart = new Cart();
    cart.add("lamp", 2, 1_999);
  }

  public void testSums() {
    assertEquals(3_998, cart.total());
  }

  @MaxAllocatedBytes("0 B")
  public void testSumsWithoutAllocation() {
    assertEquals(3_998, cart.total());
  }
}
