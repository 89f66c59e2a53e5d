package dev.tare.engine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Lists the supertypes of a class. */
final class TypeHierarchy {

  private TypeHierarchy() {}

  /**
   * Returns the class, its superclasses and then all interfaces, subinterfaces first. Of several
   * declarations of a method, an instance runs that of the first type in the list.
   */
  static List<Class<?>> nearestFirst(Class<?> type) {
    List<Class<?>> types = new ArrayList<>();
    Set<Class<?>> interfaces = new LinkedHashSet<>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      types.add(c);
      addInterfaces(c, interfaces);
    }
    interfaces.forEach(added -> insert(added, types));
    return types;
  }

  private static void addInterfaces(Class<?> type, Set<Class<?>> interfaces) {
    for (Class<?> direct : type.getInterfaces()) {
      if (interfaces.add(direct)) {
        addInterfaces(direct, interfaces);
      }
    }
  }

  private static void insert(Class<?> added, List<Class<?>> types) {
    int index = 0;
    while (index < types.size()
        && !(types.get(index).isInterface() && types.get(index).isAssignableFrom(added))) {
      index++;
    }
    types.add(index, added);
  }
}
