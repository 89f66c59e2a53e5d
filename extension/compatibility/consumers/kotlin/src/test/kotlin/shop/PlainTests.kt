package shop

import dev.tare.Body
import dev.tare.Tare
import dev.tare.allocation.MaxAllocatedBytes
import dev.tare.assertj.TareAssertions.assertThatCalling
import dev.tare.assertj.TareAssertions.assertThatGraphOf
import dev.tare.growth.Cost
import dev.tare.growth.GrowthOrder
import dev.tare.invocations.MaxInvocations
import java.util.concurrent.Callable
import java.util.function.IntFunction
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class PlainTests {
  private val items = List(5) { Item("item $it", 100L * it) }

  private fun copy() = items.toMutableList()

  private fun nothing() {}

  @Test
  fun `callable that allocates`() {
    assertThatCalling(Callable { copy() }).allocatesNothing()
  }

  @Test
  fun `reference to a function`() {
    assertThatCalling(::copy).allocatesNothing()
  }

  @Test
  internal fun `reference that returns nothing`() {
    assertThatCalling(Runnable(::nothing)).allocatesNothing()
  }

  @Test
  fun `primitive that is not boxed`() {
    assertThatCalling(Body.OfInt { items.size * 1_000 }).allocatesNothing()
  }

  @Test
  fun `body with a size`() {
    assertThatCalling(IntFunction { size -> List(size) { "item" } })
      .growsAtMost(GrowthOrder.LINEAR, Cost.ALLOCATED, 100, 200, 400, 800)
  }

  @Test
  internal fun graph() {
    assertThatGraphOf(items).retainsAtMost("0 B")
  }

  @Test
  fun `rows and lines`() {
    val report =
      Tare.calling(Callable { items.map { it.price + 1_000 } }).withBreakdown().allocated().report()

    assertThat(report)
      .containsPattern("PlainTests\\.rows_and_lines\\\$lambda\\\$0\\(PlainTests\\.kt:\\d+\\)")
      .containsPattern("java\\.lang\\.Long \\(boxing\\) +PlainTests\\.rows_and_lines\\\$lambda\\\$0\\(PlainTests\\.kt:61\\)")
  }

  @MaxAllocatedBytes("1 MiB")
  fun coroutine() = runBlocking { withContext(Dispatchers.Default) { Item("a", 1) } }

  @Test
  @MaxInvocations(type = Cart::class, method = "total", value = 0)
  fun `coroutine with @Test`() = runBlocking<Unit> { total(Cart()) }

  private suspend fun total(cart: Cart): Long {
    delay(1)
    return cart.total()
  }
}
