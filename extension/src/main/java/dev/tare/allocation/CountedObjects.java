package dev.tare.allocation;

import dev.tare.extension.Unset;
import dev.tare.internal.agent.record.SiteShare;
import java.util.function.Predicate;

/**
 * Selects the objects that count.
 *
 * @param type their class or a supertype of it; {@code Object} for any
 * @param packageOf a class in their package or above it; {@code Unset} for any
 */
record CountedObjects(Class<?> type, Class<?> packageOf) {

  /**
   * Returns the filter for allocation shares, with the tests' class loader to resolve their
   * classes.
   */
  Predicate<SiteShare> in(ClassLoader loader) {
    return share -> isOfPackage(share.made()) && (type == Object.class || isOfType(share, loader));
  }

  /**
   * Returns the phrase for messages: {@code of type java.lang.Integer}; empty if any object counts.
   */
  String phrase() {
    if (type != Object.class) {
      return " of type " + type.getTypeName();
    }
    return packageOf == Unset.class ? "" : " of package " + packageOf.getPackageName();
  }

  private boolean isOfPackage(String name) {
    return packageOf == Unset.class
        || (name.startsWith(packageOf.getPackageName() + ".") && !name.endsWith("]"));
  }

  private boolean isOfType(SiteShare share, ClassLoader loader) {
    String name = share.made();
    if (name.equals(type.getTypeName())) {
      return true;
    }
    int dimensions = (int) name.chars().filter(c -> c == '[').count();
    try {
      Class<?> made = element(name.substring(0, name.length() - 2 * dimensions), loader);
      for (int i = 0; i < dimensions; i++) {
        made = made.arrayType();
      }
      return type.isAssignableFrom(made);
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // a class that this loader does not find
    }
  }

  private static Class<?> element(String name, ClassLoader loader) throws ClassNotFoundException {
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
