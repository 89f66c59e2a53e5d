package dev.tare.internal.heap.set;

import dev.tare.heap.TooManyObjectsException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How many objects a walk may meet.
 *
 * <p>It counts by a set around the walk's own, so that a walk without a limit has nothing to do
 * with it.
 */
public record ObjectLimit(long most) {

  public static final ObjectLimit NONE = new ObjectLimit(Long.MAX_VALUE);

  public ObjectLimit {
    if (most < 1) {
      throw new IllegalArgumentException(most + " objects: a walk meets one at least");
    }
  }

  private static final class Reached extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Reached() {
      super(null, null, false, false);
    }
  }

  private static final class Counting implements VisitedSet {
    private final VisitedSet visited;
    private long left;

    Counting(VisitedSet visited, long left) {
      this.visited = visited;
      this.left = left;
    }

    @Override
    public boolean add(Object holder, long offset, Object object) {
      boolean isNew = visited.add(holder, offset, object);
      if (isNew && --left < 0) {
        throw new Reached();
      }
      return isNew;
    }

    /** One, so that all that was met before the limit has been counted when it is reached. */
    @Override
    public int longestRow() {
      return 1;
    }

    @Override
    public boolean contains(Object holder, long offset, Object object) {
      return visited.contains(holder, offset, object);
    }
  }

  /** A set that ends the walk with the object after the last one allowed. */
  public VisitedSet over(VisitedSet visited) {
    return most == Long.MAX_VALUE ? visited : new Counting(visited, most);
  }

  /**
   * Does a walk.
   *
   * @param seen asked for the bytes counted so far where the walk was ended
   * @throws TooManyObjectsException if it was
   */
  public <T> T watch(Supplier<T> walk, LongSupplier seen) {
    try {
      return walk.get();
    } catch (Reached e) {
      throw new TooManyObjectsException(most, seen.getAsLong());
    }
  }
}
