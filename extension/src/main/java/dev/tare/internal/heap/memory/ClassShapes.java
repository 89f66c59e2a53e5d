package dev.tare.internal.heap.memory;

import dev.tare.heap.UnweighableException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The shapes of all classes met so far, as the options want them. */
public final class ClassShapes {

  private final ReferencePolicy following;
  private final ObjectSizes sizing;
  private final Map<Class<?>, ClassShape> known = new ConcurrentHashMap<>();

  public ClassShapes(ReferencePolicy following, ObjectSizes sizing) {
    this.following = following;
    this.sizing = sizing;
  }

  public ObjectSizes sizing() {
    return sizing;
  }

  /**
   * The shape of an object's class.
   *
   * @throws UnweighableException if the class has a field whose type cannot be loaded
   */
  public ClassShape of(Object object) {
    ClassShape shape = known.get(object.getClass());
    if (shape == null) {
      shape = look(object);
      known.put(object.getClass(), shape);
    }
    return shape;
  }

  private ClassShape look(Object object) {
    try {
      return ClassShape.of(object, following, sizing);
    } catch (LinkageError e) {
      String name = object.getClass().getTypeName();
      throw new UnweighableException(
          "the fields of " + name + " cannot be listed: " + e,
          "add the missing class to the class path, or ignore " + name,
          e);
    }
  }
}
