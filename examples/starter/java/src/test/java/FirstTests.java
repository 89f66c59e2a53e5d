import dev.tare.allocation.MaxAllocatedBytes;

class FirstTests {
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
