package dev.tare.internal.heap.memory;

import dev.tare.heap.Layout;
import dev.tare.heap.ObjectLayout;
import dev.tare.heap.UnweighableException;
import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Source of object sizes, queried once per class. */
public interface ObjectSizes {

  /** Returns the sizes of all objects of an object's class. */
  Size of(Object object);

  /**
   * Returns the size of each object of a class, which need not exist.
   *
   * @throws UnweighableException if the class has no objects of one size
   */
  default long ofClass(Class<?> type) {
    String name = ClassShape.className(type);
    if (type.isArray() || type == Class.class || type.getName().equals(STACK_FRAMES)) {
      throw new UnweighableException(
          "objects of " + name + " differ in size",
          "weigh an object with ObjectGraph.shallowSizeOf");
    }
    if (type.isPrimitive() || Modifier.isAbstract(type.getModifiers())) {
      String kind =
          type.isPrimitive() ? "primitive" : type.isInterface() ? "an interface" : "abstract";
      throw new UnweighableException(
          "no object is of the class " + name + ", which is " + kind,
          "name a class that can be instantiated");
    }
    return of(ObjectMemory.instance(type)).fixed();
  }

  /** Returns the layout of the sizes; null for off-heap sizes. */
  @Nullable ObjectLayout layout();

  /**
   * Rule for the sizes of one class's objects.
   *
   * @param fixed the size of every object; {@link #VARIES} if it depends on the object
   * @param base the bytes of an array without elements, before rounding
   * @param scale the bytes that each element of an array adds
   * @param padding for an array whose size can be computed, the alignment less one; 0 if each
   *     object is queried
   * @param offHeapAsSize the off-heap memory that counts as the size of an object; null to count
   *     its bytes in the heap
   */
  record Size(
      long fixed, long base, int scale, long padding, @Nullable OffHeapMemory offHeapAsSize) {

    static final long VARIES = -1;

    /** Rule that queries the JVM for every object. */
    static final Size FROM_JVM = new Size(VARIES, 0, 0, 0, null);

    static Size ofAll(long bytes) {
      return new Size(bytes, 0, 0, 0, null);
    }

    static Size ofArray(long base, int scale, int alignment) {
      return new Size(VARIES, base, scale, alignment - 1L, null);
    }

    static Size ofOffHeap(OffHeapMemory memory) {
      return new Size(VARIES, 0, 0, 0, memory);
    }

    /** Returns the bytes of one object. */
    public long of(Object object) {
      if (fixed != VARIES) {
        return fixed;
      }
      if (padding > 0) {
        return (base + (long) scale * Array.getLength(object) + padding) & ~padding;
      }
      return offHeapAsSize == null ? ObjectMemory.sizeOf(object) : offHeapAsSize.bytes(object);
    }
  }

  /**
   * The class of a virtual thread's stack frames: apart from arrays, the only class whose objects
   * differ in size.
   */
  String STACK_FRAMES = "jdk.internal.vm.StackChunk";

  /** Returns the sizes that objects have in this JVM. */
  static ObjectSizes running() {
    return new JvmSizes(Layout.current().alignmentBytes());
  }

  /**
   * Returns the sizes that objects would have under another layout.
   *
   * @throws UnweighableException if this JVM does not allow an agent to be loaded
   */
  static ObjectSizes under(ObjectLayout layout) {
    ObjectLayout running = ObjectLayout.current();
    return layout.equals(running) ? running() : new ModelledSizes(layout, running);
  }

  /** Returns sizes that count only the off-heap bytes that an object owns. */
  static ObjectSizes offHeap() {
    return new OffHeapSizes();
  }

  /** Returns whether objects of a class can own off-heap bytes. */
  static boolean canOwnOffHeap(Class<?> type) {
    return OffHeapMemory.of(type) != null;
  }

  /** Off-heap bytes that objects own. */
  record OffHeapSizes() implements ObjectSizes {

    @Override
    public Size of(Object object) {
      OffHeapMemory memory = OffHeapMemory.of(object.getClass());
      return memory == null ? Size.ofAll(0) : Size.ofOffHeap(memory);
    }

    @Override
    public @Nullable ObjectLayout layout() {
      return null;
    }
  }

  /** Object sizes that the JVM reports, queried once per class. */
  record JvmSizes(int alignment) implements ObjectSizes {

    @Override
    public ObjectLayout layout() {
      return ObjectLayout.current();
    }

    @Override
    public Size of(Object object) {
      Class<?> type = object.getClass();
      if (type.isArray()) {
        Size computed =
            Size.ofArray(ObjectMemory.arrayBase(type), ObjectMemory.arrayScale(type), alignment);
        return computed.of(object) == ObjectMemory.sizeOf(object) ? computed : Size.FROM_JVM;
      }
      boolean varies = type == Class.class || type.getName().equals(STACK_FRAMES);
      return varies ? Size.FROM_JVM : Size.ofAll(ObjectMemory.sizeOf(object));
    }
  }
}
