package dev.tare.examples;

import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Disabled;

/**
 * A limit on the growth of a cost with the size of the input, independent of the machine.
 *
 * <p>Every {@code +} copies all that was joined before, so the bytes grow as the square of the
 * number of rows; a {@code StringBuilder} copies each row about twice. Bytes are exact, so the
 * growth of bytes is the same in each run; the growth of time is classified into orders.
 */
class Example17GrowthTests {

  // tag::right[]
  @Growth(
      sizes = {1_000, 2_000, 4_000, 8_000},
      atMost = GrowthOrder.LINEAR,
      of = {Cost.TIME, Cost.ALLOCATED})
  String joinsWithBuilder(int n) {
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < n; i++) {
      joined.append("row;");
    }
    return joined.toString();
  }

  @Growth(
      sizes = {100, 1_000, 10_000},
      atMost = GrowthOrder.LINEAR,
      of = Cost.RETAINED)
  List<Integer> keepsSquares(int n) {
    return IntStream.range(0, n).map(i -> i * i).boxed().toList();
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @Growth(
        sizes = {100, 200, 400, 800},
        atMost = GrowthOrder.LINEAR,
        of = Cost.ALLOCATED)
    String joinsWithPlus(int n) {
      String joined = "";
      for (int i = 0; i < n; i++) {
        joined = joined + "row;";
      }
      return joined;
    }
    // end::wrong[]
  }
}
