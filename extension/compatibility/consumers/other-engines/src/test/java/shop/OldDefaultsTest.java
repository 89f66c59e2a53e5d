package shop;

import static org.junit.Assert.assertEquals;

import dev.tare.allocation.NoAllocation;
import org.junit.Test;

@NoAllocation
public class OldDefaultsTest {

  @Test
  public void sums() {
    assertEquals(0, new Cart().total());
  }
}
