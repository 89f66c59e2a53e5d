package dev.tare.internal.heap.memory;

import dev.tare.heap.ObjectLayout;
import dev.tare.heap.UnweighableException;
import dev.tare.unit.DataSize;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Cache of class shapes, for one reference policy and one object layout. */
public final class ClassShapes {

  private final ReferencePolicy policy;
  private final ObjectSizes sizes;
  private final Map<Class<?>, ClassShape> shapes = new ConcurrentHashMap<>();
  private final Map<Class<?>, String> contents = new ConcurrentHashMap<>();

  public ClassShapes(ReferencePolicy policy, ObjectSizes sizes) {
    this.policy = policy;
    this.sizes = sizes;
  }

  public ObjectSizes sizes() {
    return sizes;
  }

  /**
   * Returns a phrase for the bytes of an object alone.
   *
   * @throws UnweighableException as {@link #of} does
   */
  public String contentOf(Object object) {
    Class<?> type = object.getClass();
    long bytes = of(object).sizeOf(object);
    ObjectLayout layout = sizes.layout();
    if (layout == null) {
      return new DataSize(bytes).exact();
    }
    return type.isArray()
        ? ObjectContent.ofArray(object)
        : contents.computeIfAbsent(type, key -> ObjectContent.of(key, bytes, layout));
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
