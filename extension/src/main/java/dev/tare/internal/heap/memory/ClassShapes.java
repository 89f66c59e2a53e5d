package dev.tare.internal.heap.memory;

import dev.tare.heap.ObjectLayout;
import dev.tare.heap.ShallowSize;
import dev.tare.heap.UnweighableException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Cache of class shapes, for one reference policy and one object layout. */
public final class ClassShapes {

  private final ReferencePolicy policy;
  private final ObjectSizes sizes;
  private final Map<Class<?>, ClassShape> shapes = new ConcurrentHashMap<>();
  private volatile @Nullable ObjectParts parts;

  public ClassShapes(ReferencePolicy policy, ObjectSizes sizes) {
    this.policy = policy;
    this.sizes = sizes;
  }

  public ObjectSizes sizes() {
    return sizes;
  }

  /**
   * Returns the size of an object alone, with its parts.
   *
   * @throws UnweighableException as {@link #of} does
   */
  public ShallowSize partsOf(Object object) {
    long bytes = of(object).sizeOf(object);
    ObjectParts cached = parts;
    if (cached == null) {
      ObjectLayout layout = sizes.layout();
      if (layout == null) {
        return ObjectParts.offHeap(object, bytes);
      }
      cached = new ObjectParts(layout);
      parts = cached;
    }
    return cached.of(object, bytes);
  }

  /**
   * Returns the shape of an object's class.
   *
   * @throws UnweighableException if the class has a field whose type cannot be loaded
   */
  public ClassShape of(Object object) {
    ClassShape shape = shapes.get(object.getClass());
    if (shape == null) {
      shape = create(object);
      shapes.put(object.getClass(), shape);
    }
    return shape;
  }

  private ClassShape create(Object object) {
    try {
      return ClassShape.of(object, policy, sizes);
    } catch (LinkageError e) {
      String name = object.getClass().getTypeName();
      throw new UnweighableException(
          "the fields of " + name + " cannot be listed: " + e,
          "add the missing class to the class path, or ignore " + name,
          e);
    }
  }
}
