package dev.tare.heap;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Everything that is reached without going through a value: from the statics of all classes, from
 * class loaders, modules and whatever else hangs on a class, from all threads, and from objects
 * named as roots.
 *
 * <p>Not seen, since Java offers no way to them: local variables, string literals and other
 * constants of classes, JNI references.
 */
final class Elsewhere {

  private final Shapes shapes;
  private final DepthFirst walk;
  private final Set<String> unread = new TreeSet<>();

  private Elsewhere(Shapes shapes, Visited visited) {
    this.shapes = shapes;
    this.walk = new DepthFirst(visited, Tallies.lenient(shapes, Scope.EVERYTHING::enters, unread));
  }

  /**
   * Marks what is reached from elsewhere, and the value itself, which is not entered.
   *
   * @param visited where the marks are put
   * @return the classes whose fields could not be listed; what they refer to is not marked
   */
  static Set<String> mark(Shapes shapes, Object value, List<?> roots, Visited visited) {
    Elsewhere elsewhere = new Elsewhere(shapes, visited);
    elsewhere.walk.exclude(value);
    for (Object root : roots) {
      elsewhere.walk.walk(root);
    }
    elsewhere.threads();
    elsewhere.classes();
    return elsewhere.unread;
  }

  private void threads() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread[] threads = new Thread[group.activeCount() + 64];
    int count = group.enumerate(threads);
    for (int i = 0; i < count; i++) {
      walk.walk(threads[i]);
    }
  }

  private void classes() {
    Shape mirror = shapes.of(Object.class);
    for (Class<?> type : Memory.loadedClasses()) {
      for (long offset : mirror.offsets) {
        walk.walk(type, offset);
      }
      // listing the fields of a class that is not in use yet would link it and load others
      if (!type.isArray() && !type.isPrimitive() && !Memory.isUninitialized(type)) {
        statics(type);
      }
    }
  }

  private void statics(Class<?> type) {
    Field[] fields;
    try {
      fields = Memory.declaredFields(type);
    } catch (LinkageError e) {
      unread.add(type.getTypeName());
      return;
    }
    for (Field field : fields) {
      if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
        walk.walk(Memory.staticHolder(field), Memory.staticOffset(field));
      }
    }
  }
}
