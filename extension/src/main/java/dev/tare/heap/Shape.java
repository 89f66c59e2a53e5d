package dev.tare.heap;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.List;

/** What the objects of one class look like: where their references are and how large they are. */
final class Shape {

  /** Stack frames of a virtual thread: besides arrays, the one kind of object of many sizes. */
  private static final String STACK_FRAMES = "jdk.internal.vm.StackChunk";

  private static final String DIRECT_BUFFER = "java.nio.DirectByteBuffer";

  private static final long ASK = -1;

  final Class<?> type;

  /** For an object: the offsets of its references. */
  final long[] offsets;

  /** For an object: the fields' names, in the order of the offsets. */
  final String[] names;

  /** For an array: the offset of the first element and the bytes of each. */
  final long base;

  final int scale;

  final boolean isReferenceArray;

  /** Whether there is anything to follow. */
  final boolean hasReferences;

  /** Of every object of the class; {@link #ASK} where it depends on the object. */
  private final long fixedSize;

  /** For an array whose size can be computed: the alignment less one. */
  private final long padding;

  /** For a direct buffer: the offsets of what frees its memory and of its length in bytes. */
  private final long cleaner;

  private final long capacity;

  private Shape(Class<?> type, List<Field> references, long base, int scale, long size, long pad) {
    this.type = type;
    this.offsets = references.stream().mapToLong(Memory::offset).toArray();
    this.names = references.stream().map(Field::getName).toArray(String[]::new);
    this.base = base;
    this.scale = scale;
    this.isReferenceArray = type.isArray() && !type.getComponentType().isPrimitive();
    this.hasReferences = isReferenceArray || offsets.length > 0;
    this.fixedSize = size;
    this.padding = pad;
    boolean direct = type.getName().startsWith(DIRECT_BUFFER);
    this.cleaner = direct ? DeclaredFields.offset(type, "cleaner") : DeclaredFields.NONE;
    this.capacity = direct ? DeclaredFields.offset(type, "capacity") : DeclaredFields.NONE;
  }

  /**
   * The shape of an object's class.
   *
   * @throws LinkageError if the type of a field cannot be loaded
   */
  static Shape of(Object object, int alignment) {
    Class<?> type = object.getClass();
    if (type.isArray()) {
      return ofArray(object, alignment);
    }
    boolean many = type == Class.class || type.getName().equals(STACK_FRAMES);
    long size = many ? ASK : Memory.sizeOf(object);
    return new Shape(type, DeclaredFields.references(type), 0, 0, size, 0);
  }

  /** The shape of a class whose objects are not looked at. */
  static Shape opaque(Class<?> type) {
    return new Shape(type, List.of(), 0, 0, 0, 0);
  }

  private static Shape ofArray(Object array, int alignment) {
    Class<?> type = array.getClass();
    long base = Memory.arrayBase(type);
    int scale = Memory.arrayScale(type);
    Shape computed = new Shape(type, List.of(), base, scale, ASK, alignment - 1L);
    boolean agrees = computed.sizeOf(array) == Memory.sizeOf(array);
    return agrees ? computed : new Shape(type, List.of(), base, scale, ASK, 0);
  }

  /** The bytes of one object of this class, header and padding included. */
  long sizeOf(Object object) {
    if (fixedSize != ASK) {
      return fixedSize;
    }
    return padding > 0
        ? (base + (long) scale * Array.getLength(object) + padding) & ~padding
        : Memory.sizeOf(object);
  }

  /** The bytes outside the heap that an object owns; a slice of a buffer owns none. */
  long offHeap(Object object) {
    boolean owner = cleaner != DeclaredFields.NONE && Memory.reference(object, cleaner) != null;
    return owner ? Memory.intAt(object, capacity) : 0;
  }
}
