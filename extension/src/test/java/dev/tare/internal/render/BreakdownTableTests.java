package dev.tare.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Breakdown;
import dev.tare.unit.DataSize;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BreakdownTableTests {

  private static Stream<Breakdown.Row> rows(int number, long bytes, String where) {
    return IntStream.range(0, number)
        .mapToObj(
            i -> new Breakdown.Row(new DataSize(bytes), 1, "Type" + i, where.formatted(i + 1)));
  }

  private static BreakdownTable table(Stream<Breakdown.Row> large, Stream<Breakdown.Row> small) {
    List<Breakdown.Row> rows = Stream.concat(large, small).toList();
    return new BreakdownTable(new Breakdown(new DataSize(100), rows, List.of()));
  }

  @Test
  void rowsAreAddedUpIfThereIsNoRoomForThoseThatExplainTheFigure() {
    BreakdownTable table =
        table(rows(4, 15, "Large.calls(Large.java:%s)"), rows(4, 10, "Small.calls(Small.java:%s)"));

    assertThat(table.atMost(5)).element(1).asString().endsWith("Large.calls(Large.java:1)");
    assertThat(table.atMost(3))
        .satisfiesExactly(
            titles -> assertThat(titles).contains("where"),
            first -> assertThat(first).contains("60.0 %", "4 types").endsWith("  Large.calls"),
            second -> assertThat(second).contains("40.0 %", "4 types").endsWith("  Small.calls"));
  }

  @Test
  void staticFieldIsNamedWhole() {
    BreakdownTable table =
        table(
            rows(6, 10, "static field com.acme.Orders.OPEN .table[*].key%s"),
            rows(4, 10, "static field com.acme.Sessions.OPEN .table[*].key%s"));

    assertThat(table.atMost(3))
        .satisfiesExactly(
            titles -> assertThat(titles).contains("where"),
            first ->
                assertThat(first)
                    .contains("60.0 %")
                    .endsWith("  static field com.acme.Orders.OPEN"),
            second ->
                assertThat(second)
                    .contains("40.0 %")
                    .endsWith("  static field com.acme.Sessions.OPEN"));
  }

  @Test
  void theOneLineOfATableIsItsLargestRow() {
    BreakdownTable table =
        table(
            rows(1, 40, "Large.call(Large.java:%s)"),
            rows(6, 10, "Small%1$s.call(Small%1$s.java)"));

    assertThat(table.atMost(1))
        .satisfiesExactly(
            titles -> assertThat(titles).contains("where"),
            row -> assertThat(row).contains("40.0 %").endsWith("Large.call(Large.java:1)"));
  }

  @Test
  void namesThatDifferInTheMiddleDoNotLookEqual() {
    List<Breakdown.Row> rows =
        Stream.of("orders", "sessions", "orders.archive")
            .map(
                name ->
                    "com.acme.warehouse.inventory."
                        + name
                        + ".internal.persistence.model.entities.CompositeKey")
            .map(type -> new Breakdown.Row(new DataSize(20), 1, type, "Cache.add"))
            .toList();

    assertThat(new BreakdownTable(new Breakdown(new DataSize(60), rows, List.of())).atMost(4))
        .satisfiesExactly(
            titles -> assertThat(titles).contains("type"),
            first -> assertThat(first).contains("  com.acme.warehouse.inventory.orders.internal."),
            second -> assertThat(second).contains(".inventory.sessions.internal."),
            third -> assertThat(third).contains(".inventory.orders.archive."));
  }
}
