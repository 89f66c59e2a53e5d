package shop

import dev.tare.retained.MaxInstances
import dev.tare.retained.MaxRetainedSize
import dev.tare.retained.Retained
import dev.tare.survival.MaxSurvivingBytes
import dev.tare.survival.MustBeCollected
import dev.tare.survival.Released
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestInstance

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FieldTests {
  @field:MaxRetainedSize("16 B") private val cart = Cart()

  @MaxRetainedSize("1 KiB") lateinit var late: Cart

  @BeforeEach
  fun fill() {
    late = Cart()
    cart.add(Item("a", 1))
  }

  @Test
  fun `judges fields`() {
    cart.total()
  }
}

class JvmFieldTests {
  @JvmField @MaxRetainedSize("16 B") val cart = Cart()

  @Test
  fun `judges the field`() {
    cart.add(Item("a", 1))
  }
}

class LateTests {
  @MaxRetainedSize("1 KiB") lateinit var late: Cart

  @Test fun `sets nothing`() {}
}

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
