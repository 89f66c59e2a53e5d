package dev.tare.internal.heap.memory;

import dev.tare.internal.heap.memory.ObjectSizes.Size;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Field layout of one class: the offsets of its references and the sizes of its objects. */
public final class ClassShape {

  /** Receives the references of an object. */
  @FunctionalInterface
  public interface ReferenceVisitor {

    /**
     * Visits a reference, which may be null.
     *
     * @param slot the index of an element, or the number of a field
     */
    void visit(Object holder, long offset, int slot);
  }

  private static final Size NO_BYTES = Size.ofAll(0);

  /** Number of elements visited between two searches for the next that is not null. */
  private static final int CHUNK = 512;

  public final Class<?> type;

  /** Offsets of the references to follow; empty for an array. */
  public final long[] offsets;

  /**
   * Names of the fields in the order of the offsets, with the declaring class if a field hides
   * another one; empty for an array.
   */
  public final String[] names;

  /** Fields that are not followed because of an annotation or option. */
  public final List<Field> excluded;

  /** Offset of an array's first element; 0 for other objects. */
  public final long base;

  /** Bytes from one element of an array to the next; 0 for other objects. */
  public final int scale;

  public final boolean isReferenceArray;

  /** Whether there are references to follow. */
  public final boolean hasReferences;

  /** Size of every object of the class; {@link Size#VARIES} if it depends on the object. */
  private final long fixedSize;

  private final Size size;
  private final @Nullable OffHeapMemory offHeap;

  private ClassShape(Class<?> type, List<Field> references, List<Field> excluded, Size size) {
    this.type = type;
    this.offsets = new long[references.size()];
    this.names = new String[references.size()];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = ObjectMemory.offset(references.get(i));
      names[i] = DeclaredFields.name(references.get(i), references);
    }
    this.excluded = excluded;
    this.base = type.isArray() ? ObjectMemory.arrayBase(type) : 0;
    this.scale = type.isArray() ? ObjectMemory.arrayScale(type) : 0;
    this.isReferenceArray = type.isArray() && !type.getComponentType().isPrimitive();
    this.hasReferences = isReferenceArray || offsets.length > 0;
    this.fixedSize = size.fixed();
    this.size = size;
    this.offHeap = OffHeapMemory.of(type);
  }

  /**
   * Returns the shape of an object's class.
   *
   * @throws LinkageError if the type of a field cannot be loaded
   */
  static ClassShape of(Object object, ReferencePolicy policy, ObjectSizes sizes) {
    Class<?> type = object.getClass();
    List<Field> followed = new ArrayList<>();
    List<Field> excluded = new ArrayList<>();
    if (!type.isArray()) {
      for (Field field : DeclaredFields.referenceFields(type, policy)) {
        (policy.excludes(field) ? excluded : followed).add(field);
      }
    }
    return new ClassShape(type, followed, List.copyOf(excluded), sizes.of(object));
  }

  /** Returns the shape of a class whose objects are not scanned. */
  public static ClassShape opaque(Class<?> type) {
    return new ClassShape(type, List.of(), List.of(), NO_BYTES);
  }

  /** Returns whether all objects are of one size and own no off-heap memory. */
  public boolean isUniform() {
    return fixedSize != Size.VARIES && offHeap == null;
  }

  /** Returns the bytes of every object, if all are of one size. */
  public long fixedSize() {
    return fixedSize;
  }

  /** Returns the bytes of one object of this class, header and padding included. */
  public long sizeOf(Object object) {
    return fixedSize != Size.VARIES ? fixedSize : size.of(object);
  }

  /** Visits the references of an object of this class in order, without most nulls of an array. */
  public void scan(Object object, ReferenceVisitor visitor) {
    if (!isReferenceArray) {
      for (int i = 0; i < offsets.length; i++) {
        visitor.visit(object, offsets[i], i);
      }
      return;
    }
    int length = Array.getLength(object);
    for (int from = 0; from < length; from += CHUNK) {
      from = skipNulls(object, from, length);
      int to = Math.min(length, from + CHUNK);
      for (int i = from; i < to; i++) {
        visitor.visit(object, offsetOf(i), i);
      }
    }
  }

  /**
   * Returns an index up to which an array of references has only nulls, not necessarily the last
   * one. It reads four words at a time and takes those that are all zero for nulls, which is
   * correct under every collector, although a null need not be zero.
   */
  public int skipNulls(Object array, int from, int to) {
    int words = 4 * Long.BYTES / scale;
    int index = from;
    if (offsetOf(index) % Long.BYTES != 0) {
      if (index == to || ObjectMemory.intAt(array, offsetOf(index)) != 0) {
        return index;
      }
      index++;
    }
    while (to - index >= words && areNull(array, offsetOf(index))) {
      index += words;
    }
    return index;
  }

  private long offsetOf(int index) {
    return base + (long) index * scale;
  }

  private static boolean areNull(Object array, long offset) {
    long first =
        ObjectMemory.longAt(array, offset) | ObjectMemory.longAt(array, offset + Long.BYTES);
    long last =
        ObjectMemory.longAt(array, offset + 2 * Long.BYTES)
            | ObjectMemory.longAt(array, offset + 3 * Long.BYTES);
    return (first | last) == 0;
  }

  /** Returns the off-heap bytes that an object owns; a slice of a buffer owns none. */
  public long offHeap(Object object) {
    return offHeap == null ? 0 : offHeap.bytes(object);
  }

  /**
   * Returns the name of a class without the address that hidden classes, such as those of lambdas,
   * have.
   */
  public static String className(Class<?> type) {
    String name = type.getTypeName();
    int address = name.indexOf('/');
    return address < 0 ? name : name.substring(0, address);
  }
}
