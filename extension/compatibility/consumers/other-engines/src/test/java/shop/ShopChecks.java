package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.allocation.MaxAllocatedBytes;
import org.junit.jupiter.api.Test;

/** Runs in suites only: Surefire does not select its name. */
class ShopChecks {

  @Test
  @MaxAllocatedBytes("0 B")
  void isBracketed() {
    assertEquals(0, new int[0].length);
  }

  @MaxAllocatedBytes("0 B")
  int[] isAlone() {
    return new int[0];
  }
}
