package dev.tare.heap;

import dev.tare.internal.heap.memory.GarbageCollectors;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectMemory;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * How this JVM lays objects out, as measured on objects made for it; the same graph has another
 * size under another layout.
 *
 * @param java the JVM's version, for example {@code 25.0.3}
 * @param collector its garbage collector: G1, Parallel, Serial, ZGC, Shenandoah, Epsilon, or the
 *     name that an unknown one gives itself
 * @param headerBytes bytes before the first field of an object
 * @param referenceBytes bytes of a reference
 * @param alignmentBytes every object's size is a multiple of this
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Layout(
    String java, String collector, int headerBytes, int referenceBytes, int alignmentBytes) {

  private static final Map<String, String> COLLECTORS =
      Map.of(
          "G1", "G1",
          "PS", "Parallel",
          "Copy", "Serial",
          "MarkSweepCompact", "Serial",
          "ZGC", "ZGC",
          "Shenandoah", "Shenandoah",
          "Epsilon", "Epsilon");

  private static final class OneByte {
    @SuppressWarnings("unused") // its place is what is asked for
    private byte first;
  }

  /**
   * The layout of this JVM.
   *
   * @throws UnweighableException if this JVM lets no agent in
   */
  public static Layout current() {
    HeapAccess.require();
    return Measured.LAYOUT;
  }

  private static final class Measured {
    static final Layout LAYOUT =
        new Layout(
            System.getProperty("java.version"),
            collectorName(),
            header(),
            ObjectMemory.arrayScale(Object[].class),
            alignment());
  }

  private static int header() {
    return (int) ObjectMemory.offset(ObjectMemory.declaredFields(OneByte.class)[0]);
  }

  /** The first two steps of the sizes of ever longer arrays are one alignment apart. */
  private static int alignment() {
    long first = stepAfter(0);
    return (int) (stepAfter(first) - first);
  }

  private static long stepAfter(long size) {
    int length = 0;
    long start = Math.max(size, ObjectMemory.sizeOf(new byte[0]));
    while (ObjectMemory.sizeOf(new byte[length]) <= start) {
      length++;
    }
    return ObjectMemory.sizeOf(new byte[length]);
  }

  private static String collectorName() {
    String name = GarbageCollectors.name();
    return COLLECTORS.getOrDefault(name.split(" ", 2)[0], name);
  }

  /** What of it a size depends on. */
  public ObjectLayout objects() {
    return new ObjectLayout(headerBytes, referenceBytes, alignmentBytes);
  }

  /** For a message: {@code Java 25.0.3, G1, 12-byte headers, 4-byte references}. */
  @Override
  public String toString() {
    return "Java " + java + ", " + collector + ", " + objects();
  }
}
