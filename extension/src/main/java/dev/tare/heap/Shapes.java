package dev.tare.heap;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The shapes of all classes met so far. */
final class Shapes {

  private final int alignment = Layout.current().alignmentBytes();
  private final Map<Class<?>, Shape> known = new ConcurrentHashMap<>();

  /**
   * The shape of an object's class.
   *
   * @throws UnweighableException if the class has a field whose type cannot be loaded
   */
  Shape of(Object object) {
    Shape shape = known.get(object.getClass());
    if (shape == null) {
      shape = look(object);
      known.put(object.getClass(), shape);
    }
    return shape;
  }

  private Shape look(Object object) {
    try {
      return Shape.of(object, alignment);
    } catch (LinkageError e) {
      String name = object.getClass().getTypeName();
      throw new UnweighableException(
          "the fields of " + name + " cannot be listed: " + e,
          "add the missing class to the class path, or ignore " + name,
          e);
    }
  }
}
