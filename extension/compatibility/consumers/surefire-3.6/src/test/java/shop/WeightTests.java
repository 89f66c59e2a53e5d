package shop;

import dev.tare.Weighed;
import org.junit.jupiter.api.BeforeEach;

/** Weighed tests. Two JVMs write their locks, and the first test of a third one has grown once. */
class WeightTests {

  private static int tests;
  private int length;

  @BeforeEach
  void setLength() {
    length = tests++ == 0 && Boolean.getBoolean("shop.grows") ? 128 : 64;
  }

  @Weighed
  byte[] fills1() {
    return new byte[length];
  }

  @Weighed
  byte[] fills2() {
    return new byte[length];
  }

  @Weighed
  byte[] fills3() {
    return new byte[length];
  }
}
