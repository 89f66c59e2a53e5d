package dev.tare.internal.heap.tree;

import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.ObjectMemory;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;

/**
 * What refers to an object on its shortest path, and whether that could refer to another one. Where
 * a class of the JDK declares more than that it refers to an object, it wants this one.
 */
public final class ReferrerLookup {

  private record Place(Class<?> holder, int number) {}

  private final Map<Place, Field> fields = new HashMap<>();

  /** Whether an object hangs in an array or in a field that users can fill. */
  public boolean isFree(SpanningTree tree, int number) {
    Object holder = tree.object(tree.parents.get(number));
    if (holder.getClass().isArray()) {
      return true;
    }
    Field field = field(tree, number, holder);
    return field.getType() == Object.class || !isOfTheJdk(field.getDeclaringClass());
  }

  /** Whether what refers to an object can refer to one of another class. */
  public boolean accepts(SpanningTree tree, int number, Class<?> type) {
    Object holder = tree.object(tree.parents.get(number));
    Class<?> declared =
        holder.getClass().isArray()
            ? holder.getClass().getComponentType()
            : field(tree, number, holder).getType();
    return declared.isAssignableFrom(type);
  }

  private Field field(SpanningTree tree, int number, Object holder) {
    int place = tree.places.get(number);
    return fields.computeIfAbsent(
        new Place(holder.getClass(), place),
        key -> find(holder.getClass(), tree.shapes.of(holder).offsets[place]));
  }

  private static Field find(Class<?> type, long offset) {
    return DeclaredFields.references(type).stream()
        .filter(field -> ObjectMemory.offset(field) == offset)
        .findFirst()
        .orElseThrow();
  }

  /** Whether a class comes with the JVM. */
  public static boolean isOfTheJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }
}
