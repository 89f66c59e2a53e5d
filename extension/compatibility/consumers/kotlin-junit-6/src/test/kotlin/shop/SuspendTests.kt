package shop

import dev.tare.allocation.MaxAllocatedBytes
import dev.tare.invocations.MaxInvocations
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

class SuspendTests {

  private val prices = mutableListOf(1_999L, 450L)

  private suspend fun load(): Long {
    delay(1)
    return prices.sum()
  }

  @Test
  suspend fun `runs without an annotation of Tare`() {
    assertEquals(2_449, load())
  }

  @Test
  @MaxAllocatedBytes("1 MiB")
  suspend fun `is refused with @Test`() {
    load()
  }

  @MaxAllocatedBytes("1 MiB") suspend fun `is refused without @Test`() = load()

  @Test @MaxAllocatedBytes("1 MiB") suspend fun `is refused with a value`() = load()

  @TestFactory
  @MaxAllocatedBytes("1 MiB")
  suspend fun `is refused as a factory`() = listOf(dynamicTest("total") { prices.sum() })

  @Test
  @MaxAllocatedBytes("1 MiB")
  fun `blocks with @Test`() = runBlocking<Unit> { load() }

  @MaxAllocatedBytes("1 MiB") fun `blocks without @Test`() = runBlocking { load() }

  @MaxInvocations(type = SuspendTests::class, method = "load", value = 0)
  internal fun `exceeds its limit`() = runBlocking { load() }
}
