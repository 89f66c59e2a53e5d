package dev.tare.internal.heap.tree;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.ObjectMemory;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;

/**
 * Lookup of the reference to an object on its shortest path, and of whether the reference could
 * lead to another object instead. A field of a JDK class could not, unless it is declared as {@code
 * Object}.
 */
public final class ReferrerLookup {

  private record FieldKey(Class<?> holder, int number) {}

  private final Map<FieldKey, Field> fields = new HashMap<>();

  /**
   * Returns whether the reference to an object is an array element or a field that users can set.
   */
  public boolean isReplaceable(SpanningTree tree, int number) {
    Object holder = tree.object(tree.parents.get(number));
    if (holder.getClass().isArray()) {
      return true;
    }
    Field field = field(tree, number, holder);
    return field.getType() == Object.class || !JdkModules.isOfTheJdk(field.getDeclaringClass());
  }

  /** Returns whether the type of the reference to an object accepts another class. */
  public boolean acceptsType(SpanningTree tree, int number, Class<?> type) {
    Object holder = tree.object(tree.parents.get(number));
    Class<?> declared =
        holder.getClass().isArray()
            ? holder.getClass().getComponentType()
            : field(tree, number, holder).getType();
    return declared.isAssignableFrom(type);
  }

  private Field field(SpanningTree tree, int number, Object holder) {
    int slot = tree.slots.get(number);
    return fields.computeIfAbsent(
        new FieldKey(holder.getClass(), slot),
        key -> fieldAt(holder.getClass(), tree.shapes.of(holder).offsets[slot]));
  }

  /** Returns the instance field of a class that has an offset. */
  public static Field fieldAt(Class<?> type, long offset) {
    return DeclaredFields.referenceFields(type).stream()
        .filter(field -> ObjectMemory.offset(field) == offset)
        .findFirst()
        .orElseThrow();
  }
}
