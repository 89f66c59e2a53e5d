package dev.tare.heap;

import dev.tare.internal.agent.JvmNames;
import dev.tare.internal.heap.memory.GarbageCollectors;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectMemory;
import org.apiguardian.api.API;

/**
 * Object layout of this JVM, measured on sample objects, with the JVM's version and garbage
 * collector. The same graph has another size under another layout.
 *
 * @param java the JVM's version, for example {@code 25.0.3}
 * @param collector its garbage collector: G1, Parallel, Serial, ZGC, Shenandoah, Epsilon, or the
 *     first word of the name that an unknown one reports
 * @param headerBytes bytes before the first field of an object
 * @param referenceBytes bytes of a reference
 * @param alignmentBytes every object's size is a multiple of this
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Layout(
    String java, String collector, int headerBytes, int referenceBytes, int alignmentBytes) {

  private static final class OneByte {
    @SuppressWarnings("unused") // only its offset is read
    private byte first;
  }

  /**
   * Returns the layout of this JVM.
   *
   * @throws UnweighableException if this JVM does not allow an agent to be loaded
   */
  public static Layout current() {
    HeapAccess.require();
    return CurrentLayout.LAYOUT;
  }

  private static final class CurrentLayout {
    static final Layout LAYOUT =
        new Layout(
            JvmNames.version(),
            JvmNames.collector(GarbageCollectors.name()),
            header(),
            ObjectMemory.arrayScale(Object[].class),
            alignment());
  }

  private static int header() {
    return (int) ObjectMemory.offset(ObjectMemory.declaredFields(OneByte.class)[0]);
  }

  /**
   * Returns the object alignment: the difference between two successive sizes of growing arrays.
   */
  private static int alignment() {
    long first = nextSize(0);
    return (int) (nextSize(first) - first);
  }

  private static long nextSize(long size) {
    int length = 0;
    long start = Math.max(size, ObjectMemory.sizeOf(new byte[0]));
    while (ObjectMemory.sizeOf(new byte[length]) <= start) {
      length++;
    }
    return ObjectMemory.sizeOf(new byte[length]);
  }

  /** Returns the part of the layout that object sizes depend on. */
  public ObjectLayout objects() {
    return new ObjectLayout(headerBytes, referenceBytes, alignmentBytes);
  }

  /**
   * Returns a phrase for a message: {@code Java 25.0.3, G1, 12-byte headers, 4-byte references}.
   */
  @Override
  public String toString() {
    return JvmNames.layout(java, collector, objects().toString());
  }
}
