package dev.tare.internal.heap.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.heap.ObjectGraph;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.set.IdentitySet;
import dev.tare.internal.heap.set.VisitedSet;
import org.junit.jupiter.api.Test;

class SpanningWalkTests {

  private static final int ROOM = 100_000;

  private final ObjectGraph graph = ObjectGraph.open();
  private final ClassShapes shapes = new ClassShapes(ReferencePolicy.VALUE, ObjectSizes.running());

  @Test
  void columnsAreReleasedWhenMemoryRunsOut() {
    SpanningWalk walk = new SpanningWalk(shapes, ROOM);
    OutOfMemoryError full = new OutOfMemoryError("not really");
    Object[] value = {new Object()};

    assertThat(graph.sizeOf(walk)).isGreaterThan(24L * ROOM);
    assertThatThrownBy(() -> walk.walk(value, new Full(full), tallies())).isSameAs(full);

    assertThat(graph.sizeOf(walk)).isLessThan(ROOM);
  }

  @Test
  void walkSucceedsAfterItsColumnsWereReleased() {
    SpanningWalk walk = new SpanningWalk(shapes, ROOM);
    Object[] value = {new Object(), new Object()};

    assertThatThrownBy(() -> walk.walk(value, new Full(new OutOfMemoryError()), tallies()))
        .isInstanceOf(OutOfMemoryError.class);

    assertThat(walk.walk(value, new IdentitySet(), tallies()).size(0))
        .isEqualTo(graph.sizeOf(value));
  }

  private ClassTallies tallies() {
    return new ClassTallies(shapes, type -> true);
  }

  /** Set that has room for the root only. */
  private static final class Full implements VisitedSet {
    private final OutOfMemoryError full;
    private boolean isEmpty = true;

    Full(OutOfMemoryError full) {
      this.full = full;
    }

    @Override
    public boolean add(Object holder, long offset, Object object) {
      if (!isEmpty) {
        throw full;
      }
      isEmpty = false;
      return true;
    }

    @Override
    public boolean contains(Object holder, long offset, Object object) {
      return !isEmpty;
    }
  }
}
