package dev.tare.internal.heap.waste;

import dev.tare.heap.Layout;
import dev.tare.internal.heap.memory.ObjectMemory;
import java.lang.reflect.Array;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/** Compact objects that could replace wasteful ones, and sizes of shorter arrays. */
public final class CompactReplacement {

  private static final String ANY_OBJECT = "";

  private final Object map = Map.of(ANY_OBJECT, ANY_OBJECT);
  private final Object mapOfNull = Collections.singletonMap(ANY_OBJECT, null);
  private final Object set = Set.of(ANY_OBJECT);
  private final Object setOfNull = Collections.singleton(null);
  private final int alignment = Layout.current().alignmentBytes();

  /** Returns a map or set of one element that has no table. */
  public Object ofOneElement(ContainerLayout.ContainerKind kind, boolean holdsNull) {
    if (kind == ContainerLayout.ContainerKind.MAP) {
      return holdsNull ? mapOfNull : map;
    }
    return holdsNull ? setOfNull : set;
  }

  /**
   * Returns the bytes that an array would have with another length.
   *
   * @param array an array of the type
   */
  public long sizeOf(Object array, long length) {
    Class<?> type = array.getClass();
    long size = computedSize(type, length);
    boolean isComputable = computedSize(type, Array.getLength(array)) == ObjectMemory.sizeOf(array);
    return isComputable
        ? size
        : ObjectMemory.sizeOf(Array.newInstance(type.getComponentType(), (int) length));
  }

  private long computedSize(Class<?> array, long length) {
    long bytes = ObjectMemory.arrayBase(array) + ObjectMemory.arrayScale(array) * length;
    return (bytes + alignment - 1) & -alignment;
  }
}
