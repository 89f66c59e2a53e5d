package dev.tare.heap;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * How a HotSpot JVM lays objects out: what a size depends on besides the classes. {@link
 * ObjectGraph#withLayout} computes sizes for any of them in any JVM.
 *
 * <table>
 * <caption>Which options of the JVM make which layout</caption>
 * <tr><th>header</th><th>references</th><th>from the option</th></tr>
 * <tr><td>12</td><td>4</td><td>none, in heaps below 32 GB</td></tr>
 * <tr><td>12</td><td>8</td><td>{@code -XX:-UseCompressedOops}, ZGC, or a larger heap</td></tr>
 * <tr><td>8</td><td>4 or 8</td><td>{@code -XX:+UseCompactObjectHeaders}, from JDK 24 on</td></tr>
 * <tr><td>16</td><td>4 or 8</td><td>{@code -XX:-UseCompressedClassPointers}</td></tr>
 * </table>
 *
 * @param headerBytes bytes before the first field of an object: 8, 12 or 16
 * @param referenceBytes bytes of a reference: 4 or 8
 * @param alignmentBytes every object's size is a multiple of this: a power of two from 8 to 256, as
 *     {@code -XX:ObjectAlignmentInBytes} says
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ObjectLayout(int headerBytes, int referenceBytes, int alignmentBytes) {

  /** What JVMs of up to 32 GB have unless told otherwise: 12-byte headers, 4-byte references. */
  public static final ObjectLayout COMPRESSED = new ObjectLayout(12, 4, 8);

  /** Compact headers: 8-byte headers, 4-byte references. */
  public static final ObjectLayout COMPACT = new ObjectLayout(8, 4, 8);

  /** What ZGC and JVMs of more than 32 GB have: 12-byte headers, 8-byte references. */
  public static final ObjectLayout WIDE = new ObjectLayout(12, 8, 8);

  /**
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
   * The layout of this JVM.
   *
   * @throws UnweighableException if this JVM lets no agent in
   */
  public static ObjectLayout current() {
    return Layout.current().objects();
  }

  /** This layout with headers of 8 bytes. */
  public ObjectLayout withCompactHeaders() {
    return new ObjectLayout(8, referenceBytes, alignmentBytes);
  }

  /** This layout with references of 8 bytes. */
  public ObjectLayout withWideReferences() {
    return new ObjectLayout(headerBytes, 8, alignmentBytes);
  }

  /**
   * This layout with another alignment.
   *
   * @throws IllegalArgumentException if no JVM has such a layout
   */
  public ObjectLayout withAlignment(int bytes) {
    return new ObjectLayout(headerBytes, referenceBytes, bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    // by hand, as the text below: every passing test compares, and linking a record's own way
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

  /** For a message: {@code 12-byte headers, 4-byte references}. */
  @Override
  public String toString() {
    return text(headerBytes, referenceBytes, alignmentBytes);
  }

  private static String text(int header, int reference, int alignment) {
    // put together by hand: every passing test says it, and a format takes longer than the walk
    String usual = header + "-byte headers, " + reference + "-byte references";
    return alignment == 8 ? usual : usual + ", " + alignment + "-byte alignment";
  }
}
