package shop;

import static org.junit.Assert.assertEquals;

import dev.tare.Tare;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.NoAllocation;
import dev.tare.unit.DataSize;
import org.junit.Before;
import org.junit.Test;

/** Tests of JUnit 4, which the vintage engine runs. */
public class OldCartTest {

  private Cart cart;

  @Before
  public void fills() {
    cart = new Cart();
    cart.add("lamp", 2, 1_999);
  }

  @Test
  public void sums() {
    assertEquals(3_998, cart.total());
  }

  @Test
  @NoAllocation
  public void sumsWithoutAllocation() {
    assertEquals(3_998, cart.total());
  }

  @Test
  public void isMeasuredWithoutAnnotation() {
    assertEquals(new DataSize(0), Tare.calling(() -> cart.total()).allocated().value());
  }

  @MaxAllocatedBytes("0 B")
  public long isNoTestOfJUnit4() {
    return 0;
  }
}
