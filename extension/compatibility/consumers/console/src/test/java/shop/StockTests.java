package shop;

import static dev.tare.assertj.TareAssertions.assertThatCalling;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the console launcher runs; Surefire does not. */
@DisplayName("The stock")
class StockTests {

  private final Map<String, int[]> amounts = new HashMap<>(Map.of("tea", new int[] {1, 2, 3}));

  @Test
  @Tag("within")
  @MaxAllocatedBytes("0 B")
  void finds() {
    amounts.get("tea");
  }

  @Tag("within")
  @MaxInstances(type = int[].class, value = 1)
  Map<String, int[]> keepsOneArray() {
    return amounts;
  }

  @Test
  void copiesInALambda() {
    assertThatCalling(() -> amounts.get("tea").clone()).allocatesNothing();
  }

  @Nested
  @DisplayName("after a delivery")
  class Delivered {

    @DisplayName("keeps one array more")
    @MaxRetainedSize("100 B")
    Map<String, int[]> keepsTwoArrays() {
      amounts.put("rice", new int[100]);
      return amounts;
    }

    @Test
    @MaxAllocatedBytes("12 XB")
    void isMistyped() {}
  }
}
