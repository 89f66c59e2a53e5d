package dev.tare.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tare.heap.Footprint;
import dev.tare.heap.NodeFilters;
import dev.tare.heap.NodeVisitors;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.ProfileNode;
import dev.tare.heap.RootPath;
import dev.tare.heap.WasteVisitor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The object profiler without annotations.
 *
 * <p>A basket shares the price list with the shop. Its size includes the list; what would be freed
 * with the basket does not.
 */
class Example23HeapTests {

  /** What a customer buys. */
  record Basket(List<String> items, int[] prices) {}

  private final int[] prices = new int[1_000];

  private final Basket basket = new Basket(new ArrayList<>(List.of("apple", "pear")), prices);

  // tag::sizes[]
  @Test
  void basketSharesThePriceList() {
    ObjectGraph graph = ObjectGraph.open();

    assertThat(graph.sizeOf(prices)).isEqualTo(4_016);
    assertThat(graph.sizeOf(basket)).isGreaterThan(4_016);
    assertThat(graph.retained(basket, this).retained().bytes()).isLessThan(200);
    assertThat(graph.sizeDelta(prices, basket)).isEqualTo(graph.sizeOf(basket) - 4_016);
  }

  // end::sizes[]

  // tag::tree[]
  @Test
  void basketPrintsItsTree() {
    ProfileNode root = ObjectGraph.open().profile(basket);
    StringBuilder text = new StringBuilder();

    root.traverse(
        NodeFilters.shareOfRootAtLeast(0.01).and(NodeFilters.objectsOnly()),
        NodeVisitors.text(text));

    assertThat(text)
        .hasToString(
            """
                   tree size          name : class
                     4,184 B 100.0 %  dev.tare.examples.Example23HeapTests$Basket
                     4,016 B  96.0 %    prices : int[]
                       144 B   3.4 %    items : java.util.ArrayList
                       120 B   2.9 %      elementData : java.lang.Object[]
                        48 B   1.1 %        [0] : java.lang.String
                        48 B   1.1 %        [1] : java.lang.String
            """);
  }

  // end::tree[]

  // tag::path[]
  /** Baskets that customers have not paid for, by customer. */
  static final Map<String, Basket> UNPAID = new HashMap<>();

  @Test
  void onlyTheMapHoldsTheBasket() {
    Basket unpaid = new Basket(List.of("plum"), prices);
    UNPAID.put("Ada", unpaid);

    RootPath path = ObjectGraph.open().pathTo(unpaid).orElseThrow();

    String map = "dev.tare.examples.Example23HeapTests.UNPAID";
    assertThat(path.description()).isEqualTo("static field " + map + " .table[15].value");
    assertThat(path.onlyReference()).contains(map);

    UNPAID.remove("Ada");

    assertThat(ObjectGraph.open().pathTo(unpaid)).isEmpty();
  }

  // end::path[]

  // tag::difference[]
  @Test
  void thirdItemNeedsALargerArray() {
    ObjectGraph graph = ObjectGraph.open();
    Footprint before = graph.footprint(basket);

    basket.items().add("plum");

    assertThat(ObjectGraph.difference(before, graph.footprint(basket)))
        .extracting(Footprint.Change::type, Footprint.Change::objects, Footprint.Change::bytes)
        .containsExactly(
            tuple("byte[]", 1L, 24L),
            tuple("java.lang.String", 1L, 24L),
            tuple("java.lang.Object[]", 0L, 8L));
  }

  // end::difference[]

  // tag::waste[]
  @Test
  void listHasUnusedCapacity() {
    List<String> items = new ArrayList<>(100);
    items.add("apple");
    WasteVisitor waste = new WasteVisitor();

    ObjectGraph.open().profile(items).traverse(NodeFilters.all(), waste);

    assertThat(waste.findings())
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.description())
                    .isEqualTo("1 of 1 java.util.ArrayList has unused capacity"));
  }

  // end::waste[]
}
