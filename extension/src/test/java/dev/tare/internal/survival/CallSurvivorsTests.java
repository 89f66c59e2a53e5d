package dev.tare.internal.survival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.heap.UnweighableException;
import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("all objects are counted")
@WeavesOrWalks
class CallSurvivorsTests {

  private static final List<Object> KEPT = new ArrayList<>(10);

  private record Left(int number) {}

  private static ClassTotal left(Runnable call) {
    CallSurvivors survivors = new CallSurvivors();
    survivors.begin();
    call.run();
    Map<String, ClassTotal> left = survivors.end();
    return left.getOrDefault(Left.class.getName(), ClassTotal.NONE);
  }

  @Test
  void keptObjectsAreCountedByClass() {
    assertThat(left(() -> KEPT.addAll(List.of(new Left(1), new Left(2)))).objects()).isEqualTo(2);
  }

  @Test
  void garbageIsNotCounted() {
    assertThat(left(() -> assertThat(new Left(1)).isNotNull())).isEqualTo(ClassTotal.NONE);
  }

  @Test
  void classThatShrankIsLeftOut() {
    KEPT.add(new Left(3));

    assertThat(left(KEPT::clear)).isEqualTo(ClassTotal.NONE);
  }

  @Test
  void nothingIsKnownWithoutTheObjectsBefore() {
    assertThatThrownBy(new CallSurvivors()::end).isInstanceOf(UnweighableException.class);
  }
}
