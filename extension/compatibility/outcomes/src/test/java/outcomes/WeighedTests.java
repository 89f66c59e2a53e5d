package outcomes;

import dev.tare.Weighed;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.benchmark.Benchmarked;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.survival.MaxPromotedBytes;
import dev.tare.survival.MaxSurvivingBytes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Figures that are compared with their weights. The class runs twice: the first run writes the
 * weights, and in the second one the sizes have changed.
 */
@Weighed
class WeighedTests {

  private static final boolean SECOND = Boolean.getBoolean("outcomes.second");

  private final List<Object> kept = new ArrayList<>(1_000);
  private int calls;

  private static int grown() {
    return SECOND ? 200 : 100;
  }

  private static int shrunk() {
    return SECOND ? 100 : 200;
  }

  byte[] unannotated() {
    return new byte[grown()];
  }

  @MaxAllocatedBytes
  byte[] same() {
    return new byte[100];
  }

  @MaxAllocatedBytes
  byte[] grows() {
    return new byte[grown()];
  }

  @MaxAllocatedBytes
  byte[] shrinks() {
    return new byte[shrunk()];
  }

  @MaxAllocatedBytes("150 B")
  byte[] limitBelowTheWeight() {
    return new byte[shrunk()];
  }

  @MaxAllocatedBytes("1 KiB")
  byte[] limitAboveTheWeight() {
    return new byte[grown()];
  }

  @MaxRetainedSize
  Object sizeGrows() {
    return List.of(new byte[grown()]);
  }

  @MaxRetainedSize
  Object sizeShrinks() {
    return List.of(new byte[shrunk()]);
  }

  @MaxAllocations(1_000)
  Object objectsGrow() {
    return new byte[grown()][1];
  }

  @MaxSurvivingBytes
  void survivorsGrow() {
    kept.add(new byte[grown()]);
  }

  @MaxPromotedBytes("1 MiB")
  int promotedIsNotLocked() {
    return calls++;
  }

  @Benchmarked(max = "1 s")
  int timeIsNotLocked() {
    return calls++;
  }

  @MaxAllocatedBytes
  Object everySecondCall() {
    return calls++ % 2 == 0 ? new byte[grown()] : null;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @MaxAllocatedBytes
  void parameterized(int factor) {
    kept.add(new byte[grown() * factor]);
  }

  @Test
  @Weighed
  void withTest() {
    calls += new byte[grown()].length;
  }

  @Weighed
  byte[] withoutOtherAnnotation() {
    return new byte[grown()];
  }
}
