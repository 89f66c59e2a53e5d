package dev.tare.heap;

import dev.tare.heap.CollectionEpoch.Ended;
import java.util.Arrays;

/**
 * A bitmap with one bit for every place in the heap where an object can begin.
 *
 * <p>It is keyed by the bits of the reference, which are never made into a pointer: if the
 * collector moves objects meanwhile the figures are wrong and nothing worse. It therefore holds for
 * one {@link CollectionEpoch} only. It writes to no object, not even an identity hash, and costs a
 * tenth of what a table of objects costs.
 *
 * <p>The bitmap is cut into pages, which are made when they are needed.
 */
final class AddressVisited implements Visited {

  static final long FIRST_ELEMENT = Memory.arrayBase(Object[].class);

  private static final int PAGE_BITS = 17;
  private static final int PAGE_WORDS = 1 << (PAGE_BITS - 6);
  private static final int MOST_PAGES = 1 << 21;

  private static final boolean COMPRESSED = Layout.current().referenceBytes() == 4;
  private static final int ALIGNMENT = Layout.current().alignmentBytes();

  private static final boolean MENDED = VisitedSets.mends();
  private static final int STATUS_BITS = GarbageCollectors.statusBits();

  private static final long[] NONE = {};

  private final CollectionEpoch epoch;

  /** How many low bits of a reference are always zero. */
  private final int shift = shift();

  private final long zeroBits = (1L << shift) - 1;

  private long[][] pages = none(64);
  private long firstPage = -1;

  AddressVisited(CollectionEpoch epoch) {
    this.epoch = epoch;
  }

  /** The bits of the reference at an offset, which has been read before. */
  static long address(Object holder, long offset) {
    if (COMPRESSED) {
      return Integer.toUnsignedLong(Memory.intAt(holder, offset));
    }
    if (MENDED) {
      Memory.loadFence();
    }
    return Memory.longAt(holder, offset) >>> STATUS_BITS;
  }

  /**
   * Compressed references are addresses or, in larger heaps, addresses in units of the alignment;
   * what ZGC leaves of one beside its status can be either, too. Of such numbers, a few that lie
   * three or four apart cannot all be multiples of the alignment.
   */
  private static int shift() {
    int log = Integer.numberOfTrailingZeros(ALIGNMENT);
    Object[] neighbours = new Object[16];
    long bits = 0;
    long last = -1;
    for (int i = 0; i < neighbours.length; i++) {
      neighbours[i] = new byte[2 * ALIGNMENT];
      long offset = FIRST_ELEMENT + (long) i * Memory.arrayScale(Object[].class);
      Memory.reference(neighbours, offset);
      long address = address(neighbours, offset);
      if (address == last) {
        throw new Ended(); // these are no addresses
      }
      last = address;
      bits |= address;
    }
    return (bits & (ALIGNMENT - 1)) == 0 ? log : 0;
  }

  @Override
  public boolean add(Object holder, long offset, Object object) {
    long key = key(holder, offset);
    long[] page = page(key >>> PAGE_BITS);
    int word = (int) (key >>> 6) & (PAGE_WORDS - 1);
    long bit = 1L << key;
    if ((page[word] & bit) != 0) {
      return false;
    }
    page[word] |= bit;
    return true;
  }

  @Override
  public boolean contains(Object holder, long offset, Object object) {
    long key = key(holder, offset);
    long at = (key >>> PAGE_BITS) - firstPage;
    // most of the heap may be asked for, so no page is made for that
    long[] page = firstPage >= 0 && at >= 0 && at < pages.length ? pages[(int) at] : NONE;
    return page != NONE && (page[(int) (key >>> 6) & (PAGE_WORDS - 1)] & (1L << key)) != 0;
  }

  @Override
  public void check() {
    epoch.check();
  }

  private long key(Object holder, long offset) {
    long address = address(holder, offset);
    if ((address & zeroBits) != 0) {
      throw new Ended(); // the sample misled
    }
    return address >>> shift;
  }

  private long[] page(long number) {
    long at = number - firstPage;
    if (at >= 0 && at < pages.length) {
      long[] page = pages[(int) at];
      if (page != NONE) {
        return page;
      }
    }
    return addPage(number);
  }

  /** Objects that keep moving come to lie in new pages, so this is where a walk is given up. */
  private long[] addPage(long number) {
    epoch.check();
    if (firstPage < 0) {
      firstPage = Math.max(0, number - pages.length / 2);
    }
    if (number < firstPage) {
      long more = Math.max(firstPage - number, Math.min(firstPage, pages.length));
      long[][] grown = none(pages.length + more);
      System.arraycopy(pages, 0, grown, (int) more, pages.length);
      pages = grown;
      firstPage -= more;
    } else if (number - firstPage >= pages.length) {
      long[][] grown = none(Math.max(number - firstPage + 1, 2L * pages.length));
      System.arraycopy(pages, 0, grown, 0, pages.length);
      pages = grown;
    }
    long[] page = new long[PAGE_WORDS];
    pages[(int) (number - firstPage)] = page;
    return page;
  }

  /** A table without a page. */
  private static long[][] none(long size) {
    if (size > MOST_PAGES) {
      throw new Ended(); // no heap is that large: a reference changed while it was read
    }
    long[][] table = new long[(int) size][];
    Arrays.fill(table, NONE);
    return table;
  }
}
