package dev.tare.internal.call;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's atomics with padding behind the value, to avoid false sharing between two threads that
 * write to cells of their own.
 */
final class PaddedCells {

  private PaddedCells() {}

  // Two cache lines of 64 bytes, because processors fetch them in pairs. Before the value are the
  // header of the cell and, most likely, the padding of another one.

  /** A padded cell for integers and floats. */
  @SuppressWarnings("unused") // takes up room
  static final class IntegerCell extends AtomicInteger {
    private static final long serialVersionUID = 1L;
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
  }

  /** A padded cell for long integers and doubles. */
  @SuppressWarnings("unused") // takes up room
  static final class LongCell extends AtomicLong {
    private static final long serialVersionUID = 1L;
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
  }

  /** A padded cell for references. */
  @SuppressWarnings("unused") // takes up room
  static final class ReferenceCell extends AtomicReference<@Nullable Object> {
    private static final long serialVersionUID = 1L;
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
  }
}
