package dev.tare.compatibility;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.benchmark.Benchmarked;
import dev.tare.retained.MaxRetainedSize;
import org.junit.jupiter.api.Test;

/** What the build tool runs itself, with both engines and without anything of ours in between. */
class MeasuredTests {

  private final Shelf shelf = new Shelf(1000);

  @MaxRetainedSize("1032 B")
  Shelf aShelfRetainsItsContent() {
    return new Shelf(1000);
  }

  @MaxAllocatedBytes("1032 B")
  Shelf aShelfAllocatesNoMoreThanItRetains() {
    return new Shelf(1000);
  }

  @Benchmarked(max = "1 s", warmupTime = "100 ms", measurementTime = "100 ms")
  byte[] aLookIsQuick() {
    return shelf.content();
  }

  @Test
  @MaxAllocatedBytes("0 B")
  void aLookAllocatesNothing() {
    shelf.content();
  }
}
