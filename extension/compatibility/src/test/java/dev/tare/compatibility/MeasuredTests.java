package dev.tare.compatibility;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.benchmark.Benchmarked;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.survival.MaxSurvivors;
import dev.tare.survival.MustBeCollected;
import dev.tare.survival.NoSurvivors;
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

  @Growth(
      sizes = {10, 100, 1_000},
      atMost = GrowthOrder.LINEAR,
      of = {Cost.ALLOCATED, Cost.RETAINED})
  Shelf aShelfGrowsLikeItsContent(int length) {
    return new Shelf(length);
  }

  @NoSurvivors
  @MaxSurvivors(type = Shelf.class, value = 0)
  int aLookLeavesNothingBehind() {
    return new Shelf(1000).content().length;
  }

  @MustBeCollected
  Shelf aShelfIsCollected() {
    return new Shelf(1000);
  }

  @Test
  @MaxAllocatedBytes("0 B")
  void aLookAllocatesNothing() {
    shelf.content();
  }
}
