package dev.tare.survival;

import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import java.lang.reflect.Modifier;

/**
 * Classes whose objects count.
 *
 * @param type the class or a supertype of it; {@code Object} for any
 * @param packageOf a class in their package or above it; {@code Unset} for any
 * @param loader the class loader of the tests, which finds their classes by name
 */
record CountedClasses(Class<?> type, Class<?> packageOf, ClassLoader loader) {

  /** Whether the objects of a class count. */
  enum Counts {
    YES,
    NO,
    /** The class has no name by which it can be found, as that of a lambda. */
    UNKNOWN
  }

  /**
   * Reads the attributes of an annotation.
   *
   * @throws IllegalArgumentException if they select no classes, or both select some
   */
  static CountedClasses of(Class<?> type, Class<?> packageOf, Subject.Site site) {
    if (type != Object.class && packageOf != Unset.class) {
      throw new IllegalArgumentException(
          "a type and a package: use one of them, for example type = java.sql.Connection.class");
    }
    if (type.isPrimitive() || packageOf.isPrimitive()) {
      throw new IllegalArgumentException(
          "a primitive is no object: use its box, for example type = Integer.class");
    }
    ClassLoader own = site.testClass().getClassLoader();
    return new CountedClasses(
        type, packageOf, own == null ? ClassLoader.getSystemClassLoader() : own);
  }

  /**
   * Returns the phrase for messages: {@code of type java.lang.Integer}; empty if all classes count.
   */
  String phrase() {
    if (type != Object.class) {
      return " of type " + type.getTypeName();
    }
    return packageOf == Unset.class ? "" : " of package " + packageOf.getPackageName();
  }

  /**
   * Returns whether the objects of a class count.
   *
   * @param name its name, without the numbers of a generated class
   */
  Counts counts(String name) {
    if (packageOf != Unset.class) {
      boolean inside = name.startsWith(packageOf.getPackageName() + ".") && !name.endsWith("]");
      return inside ? Counts.YES : Counts.NO;
    }
    if (type == Object.class || name.equals(type.getTypeName())) {
      return Counts.YES;
    }
    int dimensions = (int) name.chars().filter(c -> c == '[').count();
    try {
      Class<?> found = element(name.substring(0, name.length() - 2 * dimensions));
      for (int i = 0; i < dimensions; i++) {
        found = found.arrayType();
      }
      return type.isAssignableFrom(found) ? Counts.YES : Counts.NO;
    } catch (ClassNotFoundException | LinkageError e) {
      return mayBeUnnamed() ? Counts.UNKNOWN : Counts.NO;
    }
  }

  /** Returns whether a lambda, a proxy or a class of another loader can be of the type. */
  private boolean mayBeUnnamed() {
    return !Modifier.isFinal(type.getModifiers());
  }

  private Class<?> element(String name) throws ClassNotFoundException {
    return switch (name) {
      case "boolean" -> boolean.class;
      case "byte" -> byte.class;
      case "char" -> char.class;
      case "short" -> short.class;
      case "int" -> int.class;
      case "long" -> long.class;
      case "float" -> float.class;
      case "double" -> double.class;
      default -> Class.forName(name, false, loader);
    };
  }
}
