package dev.tare.internal.allocation;

import dev.tare.heap.ObjectLayout;
import dev.tare.internal.heap.memory.ModelledSizes;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Classes whose objects count.
 *
 * @param type the class or a supertype of it; {@code Object} for any
 * @param packageOf a class in their package or above it; null for any
 */
public record CountedClasses(Class<?> type, @Nullable Class<?> packageOf) {

  private static final Map<String, Class<?>> PRIMITIVES =
      Map.of(
          "boolean", boolean.class,
          "byte", byte.class,
          "char", char.class,
          "short", short.class,
          "int", int.class,
          "long", long.class,
          "float", float.class,
          "double", double.class);

  /** Whether the objects of a class count. */
  public enum Membership {
    YES,
    NO,
    /** The class cannot be found by name, for example that of a lambda. */
    UNKNOWN
  }

  /**
   * @throws IllegalArgumentException if both select classes, or one is primitive
   */
  public CountedClasses {
    if (type != Object.class && packageOf != null) {
      throw new IllegalArgumentException(
          "a type and a package: use one of them, for example type = java.sql.Connection.class");
    }
    if (type.isPrimitive() || (packageOf != null && packageOf.isPrimitive())) {
      throw new IllegalArgumentException(
          "a primitive value is not an object: use the wrapper class, for example type = Integer.class");
    }
  }

  /**
   * Returns the phrase for messages: {@code of type java.lang.Integer}; empty if all classes count.
   */
  public String phrase() {
    if (type != Object.class) {
      return " of type " + type.getTypeName();
    }
    if (packageOf == null) {
      return "";
    }
    String name = packageOf.getPackageName();
    return name.isEmpty() ? " of the unnamed package" : " of package " + name;
  }

  /** Returns these classes if they are all classes, otherwise the given one in their place. */
  public CountedClasses withObjectsOf(Class<?> other) {
    return type == Object.class && packageOf == null ? this : new CountedClasses(other, null);
  }

  /** Returns a lower bound of the size of an object that counts, in bytes. */
  public long leastSize() {
    ObjectLayout layout = ObjectLayout.current();
    boolean hasFields = !type.isInterface() && !type.isArray();
    try {
      return ModelledSizes.least(hasFields ? type : Object.class, layout);
    } catch (LinkageError e) { // a class in one of its fields is missing
      return ModelledSizes.least(Object.class, layout);
    }
  }

  /**
   * Returns a function from the name of a class to its membership. The name of a generated class
   * has no numbers.
   *
   * @param testInstances the test instances; the class loader of the last one finds classes by name
   */
  public Function<String, Membership> membershipByName(List<Object> testInstances) {
    ClassLoader testLoader =
        testInstances.get(testInstances.size() - 1).getClass().getClassLoader();
    ClassLoader loader = testLoader == null ? ClassLoader.getSystemClassLoader() : testLoader;
    return name -> membership(name, loader);
  }

  private Membership membership(String name, ClassLoader loader) {
    if (packageOf != null) {
      return !name.endsWith("]") && isInside(packageOf.getPackageName(), name)
          ? Membership.YES
          : Membership.NO;
    }
    if (type == Object.class || name.equals(type.getTypeName())) {
      return Membership.YES;
    }
    int dimensions = (int) name.chars().filter(c -> c == '[').count();
    try {
      Class<?> found = elementType(name.substring(0, name.length() - 2 * dimensions), loader);
      for (int i = 0; i < dimensions; i++) {
        found = found.arrayType();
      }
      return type.isAssignableFrom(found) ? Membership.YES : Membership.NO;
    } catch (ClassNotFoundException | LinkageError e) {
      return canBeSupertype(name) ? Membership.UNKNOWN : Membership.NO;
    }
  }

  /**
   * Returns whether a class is in a package or below it; below the unnamed package is none. The
   * name may also be that of a primitive type or of a site without a class.
   */
  private static boolean isInside(String packageName, String name) {
    return packageName.isEmpty()
        ? name.chars().allMatch(Character::isJavaIdentifierPart) && !PRIMITIVES.containsKey(name)
        : name.startsWith(packageName + ".");
  }

  /**
   * Returns whether the type can be a supertype of a class that cannot be found: a lambda extends
   * no class, a proxy only {@link Proxy}, and a class of another loader any.
   */
  private boolean canBeSupertype(String name) {
    if (name.contains("$$Lambda")) {
      return type.isInterface();
    }
    return name.substring(name.lastIndexOf('.') + 1).startsWith("$Proxy")
        ? type.isInterface() || type == Proxy.class
        : !Modifier.isFinal(type.getModifiers());
  }

  private static Class<?> elementType(String name, ClassLoader loader)
      throws ClassNotFoundException {
    Class<?> primitive = PRIMITIVES.get(name);
    return primitive == null ? Class.forName(name, false, loader) : primitive;
  }
}
