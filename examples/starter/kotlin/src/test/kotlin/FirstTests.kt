import dev.tare.allocation.MaxAllocatedBytes

class FirstTests {
  private val prices = intArrayOf(1_999, 450, 12_900, 780, 5_495)

  @MaxAllocatedBytes("0 B") fun `sums the prices`(): Int = prices.sum()
}
