package dev.tare.internal.heap.set;

import dev.tare.heap.TooManyObjectsException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Largest number of objects that a walk may visit.
 *
 * <p>A wrapper around the walk's visited set counts them, so that walks without a limit have no
 * overhead.
 */
public record ObjectLimit(long max) {

  public static final ObjectLimit NONE = new ObjectLimit(Long.MAX_VALUE);

  public ObjectLimit {
    if (max < 1) {
      throw new IllegalArgumentException(
          max + " objects: a walk visits at least one; use 1 or more");
    }
  }

  private static final class LimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LimitExceededException() {
      super(null, null, false, false);
    }
  }

  private static final class LimitedSet implements VisitedSet {
    private final VisitedSet visited;
    private long remaining;

    LimitedSet(VisitedSet visited, long remaining) {
      this.visited = visited;
      this.remaining = remaining;
    }

    @Override
    public boolean add(Object holder, long offset, Object object) {
      boolean isNew = visited.add(holder, offset, object);
      if (isNew && --remaining < 0) {
        throw new LimitExceededException();
      }
      return isNew;
    }

    /** Returns 1, so that all objects added before the limit is exceeded have been counted. */
    @Override
    public int maxRowLength() {
      return 1;
    }

    @Override
    public boolean contains(Object holder, long offset, Object object) {
      return visited.contains(holder, offset, object);
    }
  }

  /** Returns a set that aborts the walk at the first object over the limit. */
  public VisitedSet restrict(VisitedSet visited) {
    return max == Long.MAX_VALUE ? visited : new LimitedSet(visited, max);
  }

  /**
   * Runs a walk.
   *
   * @param bytesSoFar returns the bytes counted when the walk was aborted
   * @throws TooManyObjectsException if the walk exceeds the limit
   */
  public <T> T run(Supplier<T> walk, LongSupplier bytesSoFar) {
    try {
      return walk.get();
    } catch (LimitExceededException e) {
      throw new TooManyObjectsException(max, bytesSoFar.getAsLong());
    }
  }
}
