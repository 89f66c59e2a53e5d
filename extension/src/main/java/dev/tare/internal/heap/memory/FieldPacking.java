package dev.tare.internal.heap.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Model of how HotSpot places the fields of a class and its superclasses.
 *
 * <p>A class's own fields are placed largest primitives first, then references, each into the
 * smallest gap that fits, otherwise at the end. Gaps left by superclasses are filled too. The
 * fields of a {@code @Contended} class are placed at the end, with padding before and after them.
 * Contended fields and subclasses of a contended class are not modelled.
 */
/*
 * JEP 8237767, "Field layout computation overhaul", in JDK 15; its default behaviour is unchanged
 * since: JDK 17 and 25 agree. Contended: JEP 142.
 */
final class FieldPacking {

  /** The default of {@code -XX:ContendedPaddingWidth}. */
  private static final int PADDING = 128;

  private record Gap(int offset, int end) {

    int size() {
      return end - offset;
    }

    boolean fits(int size) {
      return aligned(offset, size) + size <= end;
    }
  }

  private final int header;

  /** The sizes of the placed fields by offset. */
  private final TreeMap<Integer, Integer> placed = new TreeMap<>();

  private final List<Gap> gaps = new ArrayList<>();
  private int end;

  FieldPacking(int headerBytes) {
    this.header = headerBytes;
    this.end = headerBytes;
  }

  /**
   * Places the fields that one class declares, after those of its superclass.
   *
   * @param sizes sizes in placement order
   */
  void add(List<Integer> sizes, boolean isContended) {
    findGaps();
    end += isContended ? PADDING : 0;
    place(sizes, isContended);
    end += isContended ? PADDING : 0;
  }

  /** Returns the bytes of an object, rounded up to the alignment. */
  long size(int alignment) {
    return aligned(end, alignment);
  }

  /** Finds the gaps between the placed fields. */
  private void findGaps() {
    gaps.clear();
    end = header;
    placed.forEach(
        (offset, size) -> {
          addGap(end, offset);
          end = offset + size;
        });
  }

  private void addGap(int from, int to) {
    if (from < to) {
      gaps.add(new Gap(from, to));
    }
  }

  private void place(List<Integer> sizes, boolean toTheEnd) {
    for (int size : sizes) {
      Gap gap = toTheEnd ? null : smallest(size);
      int offset = aligned(gap == null ? end : gap.offset, size);
      if (gap == null) {
        addGap(end, offset);
        end = offset + size;
      } else {
        gaps.remove(gap);
        addGap(gap.offset, offset);
        addGap(offset + size, gap.end);
      }
      placed.put(offset, size);
    }
  }

  private @Nullable Gap smallest(int size) {
    return gaps.stream()
        .filter(gap -> gap.fits(size))
        .min(Comparator.comparingInt(Gap::size).thenComparing(gap -> -gap.offset))
        .orElse(null);
  }

  static int aligned(int offset, int alignment) {
    return (offset + alignment - 1) & -alignment;
  }
}
