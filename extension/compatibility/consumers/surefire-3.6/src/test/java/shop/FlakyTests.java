package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.allocation.MaxAllocatedBytes;
import org.junit.jupiter.api.Test;

/** Tests of code that fills a cache late, so that some pass when they run again. */
class FlakyTests {

  private static int judged;
  private static int bracketed;
  private static int thrown;
  private static byte[] page = new byte[0];

  @MaxAllocatedBytes("0 B")
  byte[] loadsOnce() {
    return judged++ < 7 ? new byte[64] : page;
  }

  @Test
  @MaxAllocatedBytes("0 B")
  void refreshesOnce() {
    page = bracketed++ < 7 ? new byte[64] : page;
  }

  @Test
  @MaxAllocatedBytes("0 B")
  void throwsOnce() {
    assertTrue(thrown++ > 0, "not loaded yet");
  }

  @MaxAllocatedBytes("0 B")
  byte[] loadsAlways() {
    return new byte[64];
  }
}
