package dev.tare.internal.heap.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.heap.ObjectGraph;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.walk.CrossReferences.ObjectIndex;
import dev.tare.internal.heap.walk.WalkRunner.ObjectHash;
import dev.tare.testing.WeavesOrWalks;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class SpanningWalkTests {

  private static final int CAPACITY = 100_000;

  private final ObjectGraph graph = ObjectGraph.open();
  private final ClassShapes shapes = new ClassShapes(ReferencePolicy.VALUE, ObjectSizes.running());

  @Test
  void columnsAreReleasedWhenMemoryRunsOut() {
    SpanningWalk walk = new SpanningWalk(shapes, CAPACITY);
    OutOfMemoryError error = new OutOfMemoryError("not really");
    Object[] value = {new Object()};

    assertThat(graph.sizeOf(walk)).isGreaterThan(24L * CAPACITY);
    assertThatThrownBy(() -> walk.walk(value, new FullSet(error), tallies())).isSameAs(error);

    assertThat(graph.sizeOf(walk)).isLessThan(CAPACITY);
  }

  @Test
  void walkSucceedsAfterItsColumnsWereReleased() {
    SpanningWalk walk = new SpanningWalk(shapes, CAPACITY);
    Object[] value = {new Object(), new Object()};

    assertThatThrownBy(() -> walk.walk(value, new FullSet(new OutOfMemoryError()), tallies()))
        .isInstanceOf(OutOfMemoryError.class);

    assertThat(walk.walk(value, new IdentitySet(), tallies()).size(0))
        .isEqualTo(graph.sizeOf(value));
  }

  /** Some of the objects have slots of the table in common. */
  @Test
  void objectsAreNumberedByIdentity() {
    Object[] value = Stream.generate(Object::new).limit(10_000).toArray();
    SpanningTree tree = new SpanningWalk(shapes, 1).walk(value, new IdentitySet(), tallies());
    ObjectIndex numbers = new ObjectIndex(tree);

    numbers.fill(ObjectHash.IDENTITY);

    for (Object object : value) {
      assertThat(tree.object(numbers.of(value, 0, object))).isSameAs(object);
    }
    assertThat(numbers.of(value, 0, this)).isEqualTo(SpanningTree.NONE);
  }

  private ClassTallies tallies() {
    return new ClassTallies(shapes, type -> true);
  }

  /** Set that runs out of memory after the root. */
  private static final class FullSet implements VisitedSet {
    private final OutOfMemoryError error;
    private boolean isEmpty = true;

    FullSet(OutOfMemoryError error) {
      this.error = error;
    }

    @Override
    public boolean add(Object holder, long offset, Object object) {
      if (!isEmpty) {
        throw error;
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
