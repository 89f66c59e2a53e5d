package shop

import dev.tare.retained.MaxInstances
import dev.tare.retained.MaxRetainedSize
import dev.tare.retained.Retained
import dev.tare.survival.MaxSurvivingBytes
import dev.tare.survival.MustBeCollected
import dev.tare.survival.Released
import org.junit.jupiter.api.Test

class GetterTests {
  @get:MaxRetainedSize("16 B") val cart = Cart()
}

class ValueTests {
  private val items = List(5) { Item("item $it", 100L * it) }
  private val kept = mutableListOf<Any>()

  @Test
  @MaxRetainedSize("16 B")
  fun `hands over`(retained: Retained<Item>) {
    retained.hold(Item("a", items.total()))
  }

  @MaxInstances(type = Item::class, value = 3) fun instances(): List<Item> = items

  @MaxRetainedSize("1 KiB")
  fun listener(): Cart = Cart().apply { onAdd { kept.add(it) } }

  @MaxSurvivingBytes("0 B")
  fun survives() {
    kept.add(Item("a", 1))
  }

  @Test
  fun `lets go`(@MustBeCollected released: Released<Cart>) {
    released.letGo(Cart())
  }
}
