package shop;

import dev.tare.Weighed;

/** Weighed tests of two classes, whose locks two JVMs write. */
class MoreWeightTests {

  @Weighed
  byte[] fills1() {
    return new byte[64];
  }

  @Weighed
  byte[] fills2() {
    return new byte[64];
  }
}
