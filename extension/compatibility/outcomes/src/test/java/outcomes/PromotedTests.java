package outcomes;

import dev.tare.survival.MaxPromotedBytes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Objects that calls make old; run with the serial collector, which counts each of them. */
class PromotedTests {

  private final List<Object> all = new ArrayList<>(1_000_000);
  private final Deque<Object> recent = new ArrayDeque<>();
  private final byte[][] slots = new byte[1][];

  @MaxPromotedBytes("0 B")
  int keepsNothing() {
    return new byte[100].length;
  }

  @MaxPromotedBytes("0 B")
  void keepsAll() {
    all.add(new byte[1_000]);
  }

  @MaxPromotedBytes("10 KiB")
  void keepsAllWithinItsLimit() {
    all.add(new byte[1_000]);
  }

  @MaxPromotedBytes("100 B")
  void keepsAllAboveItsLimit() {
    all.add(new byte[1_000]);
  }

  @MaxPromotedBytes(value = "0 B", calls = 100)
  void keepsRecentOnes() {
    recent.add(new byte[100]);
    if (recent.size() > 50) {
      recent.remove();
    }
  }

  @MaxPromotedBytes("0 B")
  void replacesAnObject() {
    slots[0] = new byte[100];
  }

  @MaxPromotedBytes("-1 B")
  void negativeLimit() {}

  @MaxPromotedBytes
  void withoutLimit() {}
}
