package dev.tare.compatibility;

import dev.tare.allocation.MaxAllocatedBytes;

/** A class in which Jupiter sees no test, run by the build tool itself. */
class OnlyMeasuredTests {

  @MaxAllocatedBytes("1016 B")
  byte[] aThousandBytesHaveAHeader() {
    return new byte[1000];
  }
}
