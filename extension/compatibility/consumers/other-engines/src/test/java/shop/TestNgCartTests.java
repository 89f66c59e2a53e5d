package shop;

import static org.testng.Assert.assertEquals;

import dev.tare.Tare;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.unit.DataSize;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests of TestNG, which takes all public methods of the class for tests. */
@Test
public class TestNgCartTests {

  private Cart cart;

  @BeforeMethod
  void fills() {
    cart = new Cart();
    cart.add("lamp", 2, 1_999);
  }

  public void sums() {
    assertEquals(cart.total(), 3_998);
  }

  @MaxAllocatedBytes("0 B")
  public void sumsWithoutAllocation() {
    assertEquals(cart.total(), 3_998);
  }

  public void isMeasuredWithoutAnnotation() {
    assertEquals(Tare.calling(() -> cart.total()).allocated().value(), new DataSize(0));
  }
}
