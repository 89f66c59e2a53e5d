package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.agent.JvmNames;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectSizes;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Object layout of a HotSpot JVM: header, reference size and alignment, which determine the size of
 * each class's objects. {@link ObjectGraph#withLayout} computes sizes for any layout in any JVM.
 *
 * <table>
 * <caption>JVM options and the layouts they select</caption>
 * <tr><th>header</th><th>references</th><th>option</th></tr>
 * <tr><td>12</td><td>4</td><td>none, in heaps below 32 GB</td></tr>
 * <tr><td>12</td><td>8</td><td>{@code -XX:-UseCompressedOops}, ZGC, or a larger heap</td></tr>
 * <tr><td>8</td><td>4 or 8</td><td>{@code -XX:+UseCompactObjectHeaders}, from JDK 24 on</td></tr>
 * <tr><td>16</td><td>4 or 8</td><td>{@code -XX:-UseCompressedClassPointers}</td></tr>
 * </table>
 *
 * @param headerBytes bytes before the first field of an object: 8, 12 or 16
 * @param referenceBytes bytes of a reference: 4 or 8
 * @param alignmentBytes every object's size is a multiple of this: a power of two from 8 to 256,
 *     set by {@code -XX:ObjectAlignmentInBytes}
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ObjectLayout(int headerBytes, int referenceBytes, int alignmentBytes) {

  /** Default of JVMs with up to 32 GB of heap: 12-byte headers, 4-byte references. */
  public static final ObjectLayout COMPRESSED = new ObjectLayout(12, 4, 8);

  /** Compact headers: 8-byte headers, 4-byte references. */
  public static final ObjectLayout COMPACT = new ObjectLayout(8, 4, 8);

  /** Layout of ZGC and of JVMs with more than 32 GB of heap: 12-byte headers, 8-byte references. */
  public static final ObjectLayout WIDE = new ObjectLayout(12, 8, 8);

  /**
   * Validates the layout.
   *
   * @throws IllegalArgumentException if no JVM has such a layout
   */
  public ObjectLayout {
    boolean known =
        (headerBytes == 8 || headerBytes == 12 || headerBytes == 16)
            && (referenceBytes == 4 || referenceBytes == 8)
            && alignmentBytes >= 8
            && alignmentBytes <= 256
            && Integer.bitCount(alignmentBytes) == 1;
    if (!known) {
      throw new IllegalArgumentException(
          "no JVM has "
              + text(headerBytes, referenceBytes, alignmentBytes)
              + ": headers have 8, 12 or 16 bytes, references 4 or 8, and the alignment is a power"
              + " of two from 8 to 256");
    }
  }

  /**
   * Returns the layout of this JVM.
   *
   * @throws UnweighableException if this JVM does not allow an agent to be loaded
   */
  public static ObjectLayout current() {
    return Layout.current().objects();
  }

  /**
   * Returns the bytes of each object of a class in this JVM, header and padding included, without
   * an object of it: {@code ObjectLayout.of(Order.class)}.
   *
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public static long of(Class<?> type) {
    return current().sizeOf(type);
  }

  /**
   * Returns the bytes that each object of a class has under this layout, header and padding
   * included. What its fields refer to does not count.
   *
   * <p>The size is that of an object which the JVM creates without calling a constructor. This
   * initializes the class.
   *
   * @throws UnweighableException if no object has exactly this class, as with interfaces, abstract
   *     classes and primitive types; if its objects differ in size, as arrays do; if the class
   *     cannot be initialized; or if {@link ObjectGraph#withLayout} does not cover it
   */
  public long sizeOf(Class<?> type) {
    HeapAccess.require();
    return ObjectSizes.under(this).ofClass(requireNonNull(type, "type"));
  }

  /** Returns this layout with 8-byte headers. */
  public ObjectLayout withCompactHeaders() {
    return new ObjectLayout(8, referenceBytes, alignmentBytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    // by hand: every passing test compares layouts, and linking a record's generated equals
    // takes longer than the walk
    return other instanceof ObjectLayout layout
        && headerBytes == layout.headerBytes
        && referenceBytes == layout.referenceBytes
        && alignmentBytes == layout.alignmentBytes;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * headerBytes + referenceBytes) + alignmentBytes;
  }

  /** Returns a phrase for a message: {@code 12-byte headers, 4-byte references}. */
  @Override
  public String toString() {
    return text(headerBytes, referenceBytes, alignmentBytes);
  }

  private static String text(int header, int reference, int alignment) {
    String usual = JvmNames.headers(header) + ", " + reference + "-byte references";
    return alignment == 8 ? usual : usual + ", " + alignment + "-byte alignment";
  }
}
