package dev.tare.internal.heap.memory;

import dev.tare.internal.heap.memory.ObjectSizes.Size;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the objects of one class look like: where their references are and how large they are. */
public final class ClassShape {

  private static final Size NOTHING = Size.ofAll(0);

  public final Class<?> type;

  /** For an object: the offsets of its references. */
  public final long[] offsets;

  /** For an object: the fields' names, in the order of the offsets. */
  public final String[] names;

  /** For an object: its fields that are not followed because the user said so. */
  public final List<Field> cut;

  /** For an array: the offset of the first element and the bytes of each. */
  public final long base;

  public final int scale;

  public final boolean isReferenceArray;

  /** Whether there is anything to follow. */
  public final boolean hasReferences;

  /** Of every object of the class; {@link Size#VARIES} where it depends on the object. */
  private final long fixedSize;

  /** For an array whose size can be computed: what it is computed from. */
  private final long sizeBase;

  private final int sizeScale;
  private final long padding;

  private final @Nullable OffHeapMemory offHeap;

  private ClassShape(Class<?> type, List<Field> references, List<Field> cut, Size size) {
    this.type = type;
    this.offsets = new long[references.size()];
    this.names = new String[references.size()];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = ObjectMemory.offset(references.get(i));
      names[i] = references.get(i).getName();
    }
    this.cut = cut;
    this.base = type.isArray() ? ObjectMemory.arrayBase(type) : 0;
    this.scale = type.isArray() ? ObjectMemory.arrayScale(type) : 0;
    this.isReferenceArray = type.isArray() && !type.getComponentType().isPrimitive();
    this.hasReferences = isReferenceArray || offsets.length > 0;
    this.fixedSize = size.fixed();
    this.sizeBase = size.base();
    this.sizeScale = size.scale();
    this.padding = size.padding();
    this.offHeap = OffHeapMemory.of(type);
  }

  /**
   * The shape of an object's class.
   *
   * @throws LinkageError if the type of a field cannot be loaded
   */
  static ClassShape of(Object object, ReferencePolicy following, ObjectSizes sizing) {
    Class<?> type = object.getClass();
    List<Field> followed = new ArrayList<>();
    List<Field> cut = new ArrayList<>();
    if (!type.isArray()) {
      for (Field field : DeclaredFields.references(type, following)) {
        (following.cuts(field) ? cut : followed).add(field);
      }
    }
    return new ClassShape(type, followed, List.copyOf(cut), sizing.of(object));
  }

  /** The shape of a class whose objects are not looked at. */
  public static ClassShape opaque(Class<?> type) {
    return new ClassShape(type, List.of(), List.of(), NOTHING);
  }

  /** Whether all objects are of one size and own nothing outside the heap. */
  public boolean isUniform() {
    return fixedSize != Size.VARIES && offHeap == null;
  }

  /** The bytes of every object where all are of one size. */
  public long fixedSize() {
    return fixedSize;
  }

  /** The bytes of one object of this class, header and padding included. */
  public long sizeOf(Object object) {
    if (fixedSize != Size.VARIES) {
      return fixedSize;
    }
    return padding > 0
        ? (sizeBase + (long) sizeScale * Array.getLength(object) + padding) & ~padding
        : ObjectMemory.sizeOf(object);
  }

  /**
   * Where to go on reading an array of references: no index before it holds one. A null is zero
   * under every collector, though not every null need be; what is passed over is asked for in
   * words, a few at a time.
   */
  public int skipNulls(Object array, int from, int to) {
    int words = 4 * Long.BYTES / scale;
    int index = from;
    if (at(index) % Long.BYTES != 0) {
      if (index == to || ObjectMemory.intAt(array, at(index)) != 0) {
        return index;
      }
      index++;
    }
    while (to - index >= words && isNull(array, at(index))) {
      index += words;
    }
    return index;
  }

  private long at(int index) {
    return base + (long) index * scale;
  }

  private static boolean isNull(Object array, long offset) {
    long first =
        ObjectMemory.longAt(array, offset) | ObjectMemory.longAt(array, offset + Long.BYTES);
    long last =
        ObjectMemory.longAt(array, offset + 2 * Long.BYTES)
            | ObjectMemory.longAt(array, offset + 3 * Long.BYTES);
    return (first | last) == 0;
  }

  /** The bytes outside the heap that an object owns; a slice of a buffer owns none. */
  public long offHeap(Object object) {
    return offHeap == null ? 0 : offHeap.bytes(object);
  }

  /** Returns the name of a class without the address that hidden classes, as of lambdas, have. */
  public static String className(Class<?> type) {
    String name = type.getTypeName();
    int address = name.indexOf('/');
    return address < 0 ? name : name.substring(0, address);
  }
}
