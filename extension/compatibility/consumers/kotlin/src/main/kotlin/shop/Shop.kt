package shop

@JvmInline value class Cents(val amount: Long)

@JvmInline value class Name(val text: String)

data class Item(val name: String, val price: Long, val tags: List<String> = emptyList())

sealed interface Discount {
  data class Percent(val percent: Int) : Discount

  data object None : Discount
}

class Cart {
  private val items = mutableListOf<Item>()
  private val listeners = mutableListOf<(Item) -> Unit>()
  val cheapest by lazy { items.minByOrNull { it.price } }

  fun add(item: Item) {
    items += item
    listeners.forEach { it(item) }
  }

  fun onAdd(listener: (Item) -> Unit) {
    listeners += listener
  }

  fun total() = items.total()
}

fun List<Item>.total(): Long = sumOf { it.price }

inline fun <T> List<T>.collectInto(target: MutableList<Any?>, transform: (T) -> Any?) {
  for (item in this) {
    target.add(transform(item))
  }
}
