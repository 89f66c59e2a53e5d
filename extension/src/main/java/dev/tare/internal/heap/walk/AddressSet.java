package dev.tare.internal.heap.walk;

import dev.tare.heap.Layout;
import dev.tare.internal.heap.memory.GarbageCollectors;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.walk.WalkRunner.GcFreePeriod;
import dev.tare.internal.heap.walk.WalkRunner.GcFreePeriod.PeriodEndedException;
import org.jspecify.annotations.Nullable;

/**
 * Set of visited objects as a bitmap, with one bit for every position in the heap where an object
 * can begin.
 *
 * <p>The key of an object is the value of a reference to it, which is never converted to a pointer.
 * If the collector moves objects, the results are wrong, but nothing worse happens. The set is
 * therefore valid for one {@link GcFreePeriod} only. It does not write to objects, not even an
 * identity hash, and takes a tenth of the time of a hash table.
 *
 * <p>The bitmap consists of pages, which are allocated when first needed.
 */
final class AddressSet implements VisitedSet {

  public static final long FIRST_ELEMENT_OFFSET = ObjectMemory.arrayBase(Object[].class);

  /**
   * Bits per page, as a power of two: 4 KiB, which covers 256 KiB of heap, since even the smallest
   * value needs one page.
   */
  private static final int PAGE_BITS = 15;

  private static final int PAGE_WORDS = 1 << (PAGE_BITS - 6);
  private static final int MAX_PAGES = 1 << 23;

  private static final boolean COMPRESSED = Layout.current().referenceBytes() == 4;
  private static final int ALIGNMENT = Layout.current().alignmentBytes();

  private static final boolean HEALS_REFERENCES = WalkRunner.healsReferences();
  private static final int STATUS_BITS = GarbageCollectors.statusBits();

  /** Number of low bits that are zero in every compressed reference of this JVM. */
  private static final int COMPRESSED_SHIFT = COMPRESSED ? shift() : 0;

  private final GcFreePeriod period;

  /** Number of low bits that are zero in every uncompressed reference in this period. */
  private final int shift = COMPRESSED ? 0 : shift();

  private final long zeroBits = (1L << shift) - 1;

  /** Pages by number, null where not allocated yet. */
  private long[] @Nullable [] pages = new long[256][];

  private int firstPage = -1;

  AddressSet(GcFreePeriod period) {
    this.period = period;
  }

  /** Returns the bits of the reference at an offset, which must have been read before. */
  static long address(Object holder, long offset) {
    if (COMPRESSED) {
      return Integer.toUnsignedLong(ObjectMemory.intAt(holder, offset));
    }
    if (HEALS_REFERENCES) {
      ObjectMemory.loadFence();
    }
    return ObjectMemory.longAt(holder, offset) >>> STATUS_BITS;
  }

  /**
   * Returns the number of low bits that are zero in all references of a sample.
   *
   * <p>Compressed references are addresses or, in larger heaps, addresses divided by the alignment.
   * ZGC's references are, apart from status bits, addresses in units of one to eight bytes, and the
   * unit changes with each collection. The sample objects alternate between two sizes, so that
   * their distances are odd multiples of the alignment as often as even ones: bits that are zero in
   * the whole sample are zero in every reference.
   */
  private static int shift() {
    Object[] neighbours = new Object[16];
    long bits = 0;
    long last = -1;
    for (int i = 0; i < neighbours.length; i++) {
      neighbours[i] = new byte[(1 + (i & 1)) * ALIGNMENT];
      long offset = FIRST_ELEMENT_OFFSET + (long) i * ObjectMemory.arrayScale(Object[].class);
      ObjectMemory.reference(neighbours, offset);
      long address = address(neighbours, offset);
      if (address == last && !COMPRESSED) {
        // references are not addresses, or a collection gave two objects the same address
        throw new PeriodEndedException();
      }
      last = address;
      bits |= address;
    }
    int zeros = Long.numberOfTrailingZeros(bits | ALIGNMENT);
    // compressed references are in units of either one byte or the alignment
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

  /**
   * Returns the target of a reference if it is new, adding it. Compressed references to known
   * objects are not decoded.
   */
  @Override
  public @Nullable Object next(Object holder, long offset) {
    if (COMPRESSED) {
      int bits = ObjectMemory.intAt(holder, offset);
      return bits != 0 && add(bits) ? ObjectMemory.reference(holder, offset) : null;
    }
    Object target = ObjectMemory.reference(holder, offset);
    return target != null && add(holder, offset, target) ? target : null;
  }

  /**
   * Adds the targets of a row of references. The page table is kept in local variables for speed.
   */
  @Override
  public int addRow(Object holder, long offset, int step, int length, Object[] found) {
    if (!COMPRESSED) {
      return VisitedSet.super.addRow(holder, offset, step, length, found);
    }
    long[] @Nullable [] table = pages;
    int size = table.length;
    int first = firstPage;
    int count = 0;
    long index = offset;
    for (int i = 0; i < length; i++, index += step) {
      int bits = ObjectMemory.intAt(holder, index);
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
        Object target = ObjectMemory.reference(holder, index);
        if (target != null) {
          found[count++] = target;
        }
      }
    }
    return count;
  }

  // the key stays an int: widening it to long is measurably slower on this path
  private boolean add(int compressed) {
    int key = compressed >>> COMPRESSED_SHIFT;
    long[] @Nullable [] table = pages;
    int length = table.length;
    int index = (key >>> PAGE_BITS) - firstPage;
    if (index >= 0 && index < length) {
      long[] page = table[index];
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
    // lookups cover most of the heap, so they allocate no pages
    long key = key(holder, offset);
    long[] page = page(key >>> PAGE_BITS);
    return page != null && (page[word(key)] & (1L << key)) != 0;
  }

  @Override
  public void requireValid() {
    period.requireValid();
  }

  private long key(Object holder, long offset) {
    if (COMPRESSED) {
      return Integer.toUnsignedLong(ObjectMemory.intAt(holder, offset)) >>> COMPRESSED_SHIFT;
    }
    long address = address(holder, offset);
    if ((address & zeroBits) != 0) {
      // the sample was not representative
      throw new PeriodEndedException();
    }
    return address >>> shift;
  }

  private static int word(long key) {
    return (int) (key >>> 6) & (PAGE_WORDS - 1);
  }

  private long @Nullable [] page(long number) {
    long index = number - firstPage;
    return index >= 0 && index < pages.length ? pages[(int) index] : null;
  }

  /**
   * Allocates a page. Checks first whether objects have moved, since moved objects lie in new
   * pages.
   */
  private long[] addPage(long number) {
    if (firstPage >= 0) {
      period.requireValid();
    } else {
      firstPage = (int) Math.max(0, Math.min(number, Integer.MAX_VALUE) - pages.length / 2);
    }
    if (number < firstPage) {
      int more = Math.max(firstPage - (int) number, Math.min(firstPage, pages.length));
      pages = enlarged((long) pages.length + more, more);
      firstPage -= more;
    } else if (number - firstPage >= pages.length) {
      pages = enlarged(Math.max(number - firstPage + 1, Math.min(MAX_PAGES, 2L * pages.length)), 0);
    }
    long[] page = new long[PAGE_WORDS];
    pages[(int) (number - firstPage)] = page;
    return page;
  }

  private long[] @Nullable [] enlarged(long size, int from) {
    if (size > MAX_PAGES) {
      // the address lies outside of any heap: the reference changed while it was read
      throw new PeriodEndedException();
    }
    long[] @Nullable [] enlarged = new long[(int) size][];
    System.arraycopy(pages, 0, enlarged, from, pages.length);
    return enlarged;
  }
}
