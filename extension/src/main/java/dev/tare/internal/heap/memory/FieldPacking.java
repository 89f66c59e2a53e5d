package dev.tare.internal.heap.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Places the fields of a class and its superclasses as HotSpot does.
 *
 * <p>A class's own fields go after the primitives the largest first and then the references, each
 * into the smallest gap that fits, else to the end; gaps that superclasses left are filled too.
 * What is contended is always put at the end, with padding before and after it; and so is
 * everything below a class that has something contended.
 */
/*
 * JEP 8237767, "Field layout computation overhaul", in JDK 15 and unchanged since in what it does by
 * default: JDK 17 and 25 agree. Contended: JEP 142.
 */
final class FieldPacking {

  /** {@code -XX:ContendedPaddingWidth} unless set. */
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

  /** The fields of the superclasses by offset, with their sizes. */
  private final TreeMap<Integer, Integer> placed = new TreeMap<>();

  private final List<Gap> gaps = new ArrayList<>();
  private int end;
  private boolean wasContended;

  FieldPacking(int headerBytes) {
    this.header = headerBytes;
    this.end = headerBytes;
  }

  /** Places the fields that one class declares, after those of its superclass. */
  void add(OwnFields own) {
    boolean toTheEnd = (wasContended && !placed.isEmpty()) || own.isContended();
    reopen();
    if (own.isContended()) {
      end += PADDING;
    }
    place(own.uncontended(), toTheEnd);
    for (List<Integer> group : own.groups()) {
      end += PADDING;
      place(group, true);
    }
    if (own.isContended() || !own.groups().isEmpty()) {
      wasContended = true;
      end += PADDING;
    }
  }

  /** The bytes of an object, rounded up. */
  long size(int alignment) {
    return aligned(end, alignment);
  }

  /** Finds the gaps between the fields; of padding only that of the superclass itself is kept. */
  private void reopen() {
    gaps.clear();
    end = header;
    placed.forEach(
        (offset, size) -> {
          open(end, offset);
          end = offset + size;
        });
    if (wasContended) {
      end += PADDING;
    }
  }

  private void open(int from, int to) {
    if (from < to) {
      gaps.add(new Gap(from, to));
    }
  }

  private void place(List<Integer> sizes, boolean toTheEnd) {
    for (int size : sizes) {
      Gap gap = toTheEnd ? null : smallest(size);
      int offset = aligned(gap == null ? end : gap.offset, size);
      if (gap == null) {
        open(end, offset);
        end = offset + size;
      } else {
        gaps.remove(gap);
        open(gap.offset, offset);
        open(offset + size, gap.end);
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
