package dev.tare.internal.heap.memory;

import static java.util.Comparator.comparing;

import dev.tare.heap.ObjectLayout;
import dev.tare.heap.UnweighableException;
import dev.tare.unit.DataSize;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

  public ReferencePolicy policy() {
    return policy;
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

  /** Phrase for the bytes of one object alone: its header, its fields by type, and padding. */
  private static final class ObjectContent {

    private ObjectContent() {}

    /** Returns an array's type with its length: {@code char[9]}. */
    static String ofArray(Object array) {
      // the outermost dimension is the first pair of brackets
      return ClassShape.className(array.getClass())
          .replaceFirst("\\[]", "[" + Array.getLength(array) + "]");
    }

    /**
     * Returns the content of an object: {@code 12 B header, 1 reference, 1 int, 4 B padding}, the
     * largest primitives first.
     *
     * @param bytes the size of the object
     */
    static String of(Class<?> type, long bytes, ObjectLayout layout) {
      List<Class<?>> types = new ArrayList<>();
      for (Field field : DeclaredFields.instanceFields(type)) {
        types.add(field.getType().isPrimitive() ? field.getType() : Object.class);
      }
      types.sort(
          comparing(Class<?>::isPrimitive)
              .thenComparing(part -> -ModelledSizes.bytes(part, layout))
              .thenComparing(Class::getName));
      Map<Class<?>, Integer> counts = new LinkedHashMap<>();
      long rest = bytes - layout.headerBytes();
      for (Class<?> part : types) {
        counts.merge(part, 1, Integer::sum);
        rest -= ModelledSizes.bytes(part, layout);
      }
      StringBuilder text = new StringBuilder(layout.headerBytes() + " B header");
      counts.forEach(
          (part, count) -> text.append(", ").append(count).append(' ').append(noun(part, count)));
      boolean isHidden =
          ModelledSizes.hasHiddenFields(type) || type.getName().equals(ObjectSizes.STACK_FRAMES);
      return text + (rest == 0 ? "" : ", " + rest + (isHidden ? " B other" : " B padding"));
    }

    private static String noun(Class<?> part, int count) {
      return part.isPrimitive() ? part.getName() : count == 1 ? "reference" : "references";
    }
  }
}
