package dev.tare.internal.survival;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.heap.memory.ObjectMemory;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Checks whether the JDK shares an object and never lets it be collected: {@code Optional.empty()},
 * {@code List.of()}, {@code BigInteger.ONE}.
 *
 * <p>Such an object is in a final static field of the JDK. Or it is in an array or map that a final
 * static field of the object's own class refers to, as {@code BigInteger.valueOf(5)} is.
 *
 * @param statics the static fields of the JDK
 */
record JdkConstants(List<Field> statics) {

  boolean contain(Object object) {
    return JdkModules.isOfTheJdk(object.getClass())
        && statics.stream().anyMatch(field -> holds(field, object));
  }

  private static boolean holds(Field field, Object object) {
    // System.setOut and similar methods change final fields
    if (!Modifier.isFinal(field.getModifiers()) || field.getDeclaringClass() == System.class) {
      return false;
    }
    Object value =
        ObjectMemory.reference(ObjectMemory.staticHolder(field), ObjectMemory.staticOffset(field));
    return value == object
        || (field.getDeclaringClass().isInstance(object)
            && ((value instanceof Object[] array && Arrays.asList(array).contains(object))
                || (value instanceof Map<?, ?> map && map.containsValue(object))));
  }
}
