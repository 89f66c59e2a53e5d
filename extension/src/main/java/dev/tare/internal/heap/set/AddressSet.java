package dev.tare.internal.heap.set;

import dev.tare.heap.Layout;
import dev.tare.internal.heap.memory.GarbageCollectors;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.GcFreePeriod.Ended;
import org.jspecify.annotations.Nullable;

/**
 * A bitmap with one bit for every place in the heap where an object can begin.
 *
 * <p>It is keyed by the bits of the reference, which are never made into a pointer: if the
 * collector moves objects meanwhile the figures are wrong and nothing worse. It therefore holds for
 * one {@link GcFreePeriod} only. It writes to no object, not even an identity hash, and costs a
 * tenth of what a table of objects costs.
 *
 * <p>The bitmap is cut into pages, which are made when they are needed.
 */
public final class AddressSet implements VisitedSet {

  public static final long FIRST_ELEMENT = ObjectMemory.arrayBase(Object[].class);

  /** A page is made whole for the smallest value: 4 KiB, for 256 KiB of heap. */
  private static final int PAGE_BITS = 15;

  private static final int PAGE_WORDS = 1 << (PAGE_BITS - 6);
  private static final int MOST_PAGES = 1 << 23;

  private static final boolean COMPRESSED = Layout.current().referenceBytes() == 4;
  private static final int ALIGNMENT = Layout.current().alignmentBytes();

  private static final boolean MENDED = VisitedSetChoice.mends();
  private static final int STATUS_BITS = GarbageCollectors.statusBits();

  /** How many low bits of a compressed reference are always zero, in this JVM. */
  private static final int COMPRESSED_SHIFT = COMPRESSED ? shift() : 0;

  private final GcFreePeriod epoch;

  /** How many of one that is not compressed are, in this epoch. */
  private final int shift = COMPRESSED ? 0 : shift();

  private final long zeroBits = (1L << shift) - 1;

  /** Null where there is none yet. */
  private long[] @Nullable [] pages = new long[256][];

  private int firstPage = -1;

  AddressSet(GcFreePeriod epoch) {
    this.epoch = epoch;
  }

  /** The bits of the reference at an offset, which has been read before. */
  static long address(Object holder, long offset) {
    if (COMPRESSED) {
      return Integer.toUnsignedLong(ObjectMemory.intAt(holder, offset));
    }
    if (MENDED) {
      ObjectMemory.loadFence();
    }
    return ObjectMemory.longAt(holder, offset) >>> STATUS_BITS;
  }

  /**
   * Compressed references are addresses or, in larger heaps, addresses in units of the alignment;
   * what ZGC leaves of one beside its status is in units of one byte to eight, which changes from
   * collection to collection. Neighbours of two sizes lie an odd number of alignments apart as
   * often as an even one, so that what is zero in all of such numbers is so in every one.
   */
  private static int shift() {
    Object[] neighbours = new Object[16];
    long bits = 0;
    long last = -1;
    for (int i = 0; i < neighbours.length; i++) {
      neighbours[i] = new byte[(1 + (i & 1)) * ALIGNMENT];
      long offset = FIRST_ELEMENT + (long) i * ObjectMemory.arrayScale(Object[].class);
      ObjectMemory.reference(neighbours, offset);
      long address = address(neighbours, offset);
      if (address == last && !COMPRESSED) {
        throw new Ended(); // these are no addresses; of others, a collection made two the same
      }
      last = address;
      bits |= address;
    }
    int zeros = Long.numberOfTrailingZeros(bits | ALIGNMENT);
    // in units of the alignment there is none, and nothing in between can be
    return COMPRESSED && 1 << zeros != ALIGNMENT ? 0 : zeros;
  }

  @Override
  public boolean add(Object holder, long offset, Object object) {
    if (COMPRESSED) {
      return add(ObjectMemory.intAt(holder, offset));
    }
    long key = key(holder, offset);
    long[] page = page(key >>> PAGE_BITS);
    return add(page != null ? page : addPage(key >>> PAGE_BITS), key);
  }

  /** Makes a compressed reference into a pointer only where it leads to something new. */
  @Override
  public @Nullable Object next(Object holder, long offset) {
    if (COMPRESSED) {
      int bits = ObjectMemory.intAt(holder, offset);
      return bits != 0 && add(bits) ? ObjectMemory.reference(holder, offset) : null;
    }
    Object target = ObjectMemory.reference(holder, offset);
    return target != null && add(holder, offset, target) ? target : null;
  }

  /** The same as one by one, with the table at hand. */
  @Override
  public int row(Object holder, long offset, int step, int length, Object[] found) {
    if (!COMPRESSED) {
      return VisitedSet.super.row(holder, offset, step, length, found);
    }
    long[] @Nullable [] table = pages;
    int size = table.length;
    int first = firstPage;
    int count = 0;
    long at = offset;
    for (int i = 0; i < length; i++, at += step) {
      int bits = ObjectMemory.intAt(holder, at);
      if (bits == 0) {
        continue;
      }
      int key = bits >>> COMPRESSED_SHIFT;
      int number = (key >>> PAGE_BITS) - first;
      long[] page = number >= 0 && number < size ? table[number] : null;
      if (page == null) {
        page = addPage(key >>> PAGE_BITS);
        table = pages;
        size = table.length;
        first = firstPage;
      }
      if (add(page, key)) {
        Object target = ObjectMemory.reference(holder, at);
        if (target != null) {
          found[count++] = target;
        }
      }
    }
    return count;
  }

  // a key that fits into an int stays one: on so short a path, widening it costs measurably
  private boolean add(int compressed) {
    int key = compressed >>> COMPRESSED_SHIFT;
    long[] @Nullable [] table = pages;
    int length = table.length;
    int at = (key >>> PAGE_BITS) - firstPage;
    if (at >= 0 && at < length) {
      long[] page = table[at];
      if (page != null) {
        return add(page, key);
      }
    }
    return add(addPage(key >>> PAGE_BITS), key);
  }

  private static boolean add(long[] page, long key) {
    int word = word(key);
    long bits = page[word];
    long bit = 1L << key;
    if ((bits & bit) != 0) {
      return false;
    }
    page[word] = bits | bit;
    return true;
  }

  @Override
  public boolean contains(Object holder, long offset, Object object) {
    // most of the heap may be asked for, so no page is made for that
    long key = key(holder, offset);
    long[] page = page(key >>> PAGE_BITS);
    return page != null && (page[word(key)] & (1L << key)) != 0;
  }

  @Override
  public void check() {
    epoch.check();
  }

  private long key(Object holder, long offset) {
    if (COMPRESSED) {
      return Integer.toUnsignedLong(ObjectMemory.intAt(holder, offset)) >>> COMPRESSED_SHIFT;
    }
    long address = address(holder, offset);
    if ((address & zeroBits) != 0) {
      throw new Ended(); // the sample misled
    }
    return address >>> shift;
  }

  private static int word(long key) {
    return (int) (key >>> 6) & (PAGE_WORDS - 1);
  }

  private long @Nullable [] page(long number) {
    long at = number - firstPage;
    return at >= 0 && at < pages.length ? pages[(int) at] : null;
  }

  /** Objects that keep moving come to lie in new pages, so this is where a walk is given up. */
  private long[] addPage(long number) {
    if (firstPage >= 0) {
      epoch.check();
    } else {
      firstPage = (int) Math.max(0, Math.min(number, Integer.MAX_VALUE) - pages.length / 2);
    }
    if (number < firstPage) {
      int more = Math.max(firstPage - (int) number, Math.min(firstPage, pages.length));
      pages = grown((long) pages.length + more, more);
      firstPage -= more;
    } else if (number - firstPage >= pages.length) {
      pages = grown(Math.max(number - firstPage + 1, Math.min(MOST_PAGES, 2L * pages.length)), 0);
    }
    long[] page = new long[PAGE_WORDS];
    pages[(int) (number - firstPage)] = page;
    return page;
  }

  /** A larger table, with what there is from an index on. */
  private long[] @Nullable [] grown(long size, int from) {
    if (size > MOST_PAGES) {
      throw new Ended(); // no heap is that large: a reference changed while it was read
    }
    long[] @Nullable [] grown = new long[(int) size][];
    System.arraycopy(pages, 0, grown, from, pages.length);
    return grown;
  }
}
