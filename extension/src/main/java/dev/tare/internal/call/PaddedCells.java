package dev.tare.internal.call;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Atomics with padding behind the value, which avoids false sharing between threads that write to
 * different cells.
 */
final class PaddedCells {

  private PaddedCells() {}

  // The padding is two cache lines of 64 bytes, because processors fetch them in pairs. In front of
  // the value are the header of the cell and, most likely, the padding of another cell.

  /** A padded cell for integers and floats. */
  @SuppressWarnings("unused") // padding
  static final class IntegerCell extends AtomicInteger {
    private static final long serialVersionUID = 1L;
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
  }

  /** A padded cell for long integers and doubles. */
  @SuppressWarnings("unused") // padding
  static final class LongCell extends AtomicLong {
    private static final long serialVersionUID = 1L;
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
  }

  /** A padded cell for references. */
  @SuppressWarnings("unused") // padding
  static final class ReferenceCell extends AtomicReference<@Nullable Object> {
    private static final long serialVersionUID = 1L;
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
  }
}
