package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;

/**
 * A first test: one method, one annotation, no registration.
 *
 * <p>A {@code Long} cannot be changed, so each sum is a new object of 24 bytes.
 */
class Example00FirstTests {

  @org.junit.jupiter.api.Disabled("fails on purpose")
  static class Failing {

    private final int[] prices = {1_999, 450, 12_900, 780, 5_495};

    // tag::wrong[]
    @MaxAllocatedBytes("0 B")
    long sumsPrices() {
      Long sum = 0L;
      for (int price : prices) {
        sum += price;
      }
      return sum;
    }
    // end::wrong[]
  }

  private final int[] prices = {1_999, 450, 12_900, 780, 5_495};

  @MaxAllocatedBytes("0 B")
  long sumsPrices() {
    long sum = 0L;
    for (int price : prices) {
      sum += price;
    }
    return sum;
  }
}
