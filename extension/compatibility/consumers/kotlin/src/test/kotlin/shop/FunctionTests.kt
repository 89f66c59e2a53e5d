package shop

import dev.tare.allocation.MaxAllocatedBytes
import dev.tare.allocation.MaxAllocations
import dev.tare.benchmark.Benchmarked
import dev.tare.growth.Cost
import dev.tare.growth.Growth
import dev.tare.growth.GrowthOrder
import dev.tare.invocations.MaxInvocations
import dev.tare.retained.MaxRetainedSize
import org.junit.jupiter.api.Nested
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

class FunctionTests {
  private val prices = intArrayOf(1_999, 450, 12_900)
  private val items = List(5) { Item("item $it", 100L * it) }

  @MaxAllocatedBytes("0 B") fun `sum of the prices`(): Int = prices.sum()

  @Test
  @MaxAllocatedBytes("0 B")
  fun `copies prices, twice`() {
    prices.copyOf()
    prices.copyOf()
  }

  @MaxAllocatedBytes("0 B") internal fun isInternal(): Long? = 1_000L + prices[0]

  @Test
  @MaxAllocatedBytes("0 B")
  internal fun `is internal with @Test`() {
    items.map { it.price }
  }

  @MaxRetainedSize("8 B") internal fun internalWithValueClass(): Name = Name("x".repeat(prices.size))

  @MaxAllocatedBytes("32 B") fun valueClass(): Cents = Cents(items.total())

  @MaxAllocatedBytes("0 B") fun nullableValueClass(): Cents? = Cents(items[1].price)

  @ParameterizedTest
  @ValueSource(longs = [1, 2])
  @MaxAllocatedBytes("0 B")
  fun parameters(cents: Cents) {
    Item("", cents.amount)
  }

  @MaxAllocatedBytes("0 B") protected fun isProtected(): Int = prices.sum()

  @MaxAllocatedBytes("0 B") fun `non-empty`() = items.toMutableList()

  @MaxAllocatedBytes("0 B")
  fun inlined(): List<Any?> {
    val target = ArrayList<Any?>()
    items.collectInto(target) { Item(it.name, it.price + 1) }
    return target
  }

  @MaxAllocatedBytes("0 B")
  fun sequences(): Long =
    items.asSequence().map { it.copy(price = it.price * 2) }.filter { it.price > 10 }.sumOf { it.price }

  @MaxAllocatedBytes("0 B")
  fun capturesLambda(): () -> Int {
    var count = prices[0]
    return { count++ }
  }

  @MaxAllocations(value = 0, type = Discount.Percent::class)
  fun sealedHierarchy(): Discount = if (prices[0] > 0) Discount.Percent(prices[0]) else Discount.None

  @MaxInvocations(type = Item::class, method = "getName", value = 3)
  @MaxInvocations(type = Item::class, method = "copy", value = 5)
  fun repeated(): List<Item> = items.map { it.copy(name = it.name + "!") }

  @MaxInvocations(type = Item::class, method = "price", value = 3)
  fun property(): Long = items.total()

  @Growth(sizes = [100, 200, 400, 800], atMost = GrowthOrder.CONSTANT, of = [Cost.ALLOCATED])
  fun grows(size: Int): List<Item> = List(size) { Item("item $it", 100L * it) }

  @Benchmarked(warmupTime = "10 ms", measurementTime = "10 ms")
  internal fun internalTotal() = items.total()

  @Benchmarked(
    baseline = "internalTotal",
    maxRatio = 10_000.0,
    warmupTime = "10 ms",
    measurementTime = "10 ms",
  )
  internal fun `compared with an internal function`() = items.total()

  @MaxAllocatedBytes("0 B") suspend fun suspended(): Int = prices.sum()

  @Test
  @MaxAllocatedBytes("0 B")
  suspend fun suspendedWithTest() {
    prices.sum()
  }

  @Test @MaxAllocatedBytes("0 B") fun returnsWithTest() = prices.sum()

  @MaxAllocatedBytes("0 B") private fun isPrivate(): Int = prices.sum()

  @MaxAllocatedBytes("0 B") inline fun <reified T> reified(): Int = T::class.java.name.length

  @MaxAllocatedBytes("0 B") fun defaults(size: Int = 3): Int = prices.take(size).size

  @MaxAllocatedBytes("0 B") fun Item.extension(): Long = price

  @MaxAllocatedBytes("2 XB") fun `is mistyped`(): Int = prices.sum()

  @MaxRetainedSize("2 KiB")
  fun `returns nothing`() {
    prices.sum()
  }

  companion object {
    @MaxAllocatedBytes("0 B") fun inCompanion(): Int = 3

    @JvmStatic @MaxAllocatedBytes("0 B") fun staticInCompanion(): Int = 3
  }

  @Nested
  inner class `when empty` {
    private val none = emptyList<Item>()

    @MaxAllocatedBytes("0 B") fun total(): Long = none.total() + items.total()

    @Test
    @MaxAllocatedBytes("0 B")
    fun `copies items`() {
      items.toMutableList()
    }
  }

  inner class NotNested {
    @MaxAllocatedBytes("0 B") fun total(): Long = items.total()
  }
}

/** Only its companion has tests. */
class OnlyCompanionTests {
  companion object Factory {
    @Test
    @MaxAllocatedBytes("0 B")
    fun inCompanion() {
    }
  }
}

object ObjectTests {
  private val prices = intArrayOf(1_999, 450, 12_900)

  @MaxAllocatedBytes("0 B") fun sum(): Int = prices.sum()

  @Test
  @MaxAllocatedBytes("0 B")
  fun copies() {
    prices.copyOf()
  }
}

@MaxAllocatedBytes("0 B") fun topLevel(): Int = 3
