package dev.tare.internal.heap.memory;

import dev.tare.heap.Layout;
import dev.tare.heap.ObjectLayout;
import dev.tare.heap.UnweighableException;
import java.lang.reflect.Array;

/** How large objects are, asked once for every class. */
public interface ObjectSizes {

  /** The sizes of all objects of an object's class. */
  Size of(Object object);

  /**
   * The sizes of one class's objects.
   *
   * @param fixed of every one; {@link #VARIES} where it depends on the object
   * @param base of an array without elements, before it is rounded up
   * @param scale what each element of an array adds
   * @param padding for an array whose size can be computed: the alignment less one; 0 where the JVM
   *     is asked for every object
   */
  record Size(long fixed, long base, int scale, long padding) {

    static final long VARIES = -1;

    /** The JVM is asked for every object. */
    static final Size ASKED = new Size(VARIES, 0, 0, 0);

    static Size ofAll(long bytes) {
      return new Size(bytes, 0, 0, 0);
    }

    static Size ofArray(long base, int scale, int alignment) {
      return new Size(VARIES, base, scale, alignment - 1L);
    }

    /** The bytes of one of them. */
    public long of(Object object) {
      if (fixed != VARIES) {
        return fixed;
      }
      return padding > 0
          ? (base + (long) scale * Array.getLength(object) + padding) & ~padding
          : ObjectMemory.sizeOf(object);
    }
  }

  /** Stack frames of a virtual thread: besides arrays, the one kind of object of many sizes. */
  String STACK_FRAMES = "jdk.internal.vm.StackChunk";

  /** As this JVM has them. */
  static ObjectSizes running() {
    return new Running(Layout.current().alignmentBytes());
  }

  /**
   * As they would be under another layout.
   *
   * @throws UnweighableException if this JVM lets no agent in
   */
  static ObjectSizes under(ObjectLayout layout) {
    ObjectLayout running = ObjectLayout.current();
    return layout.equals(running) ? running() : new ModelledSizes(layout, running);
  }

  /** Asks the JVM, once for every class. */
  record Running(int alignment) implements ObjectSizes {

    @Override
    public Size of(Object object) {
      Class<?> type = object.getClass();
      if (type.isArray()) {
        Size computed =
            Size.ofArray(ObjectMemory.arrayBase(type), ObjectMemory.arrayScale(type), alignment);
        return computed.of(object) == ObjectMemory.sizeOf(object) ? computed : Size.ASKED;
      }
      boolean many = type == Class.class || type.getName().equals(STACK_FRAMES);
      return many ? Size.ASKED : Size.ofAll(ObjectMemory.sizeOf(object));
    }
  }
}
