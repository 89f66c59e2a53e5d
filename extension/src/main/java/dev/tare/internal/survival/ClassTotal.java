package dev.tare.internal.survival;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Number and bytes of the objects of a class, or the change of both.
 *
 * @param bytes header and padding included
 */
public record ClassTotal(long objects, long bytes) {

  static final ClassTotal NONE = new ClassTotal(0, 0);

  /** Least bytes for each call: half of what a list adds for a reference. */
  private static final int MIN_RESIZED_BYTES = 2;

  /** Number of calls for which the JVM may have created one object of its own. */
  private static final int CALLS_PER_JVM_OBJECT = 10;

  /**
   * Numbers in the names of generated classes. They are removed, so that the objects of a lambda or
   * proxy whose class is generated again for each call count as those of one class.
   */
  private static final Pattern GENERATED_NUMBER =
      Pattern.compile("(?<=\\$\\$Lambda)\\$\\d+|(?<=\\$Proxy|Accessor)\\d+|[/+]0x[0-9a-f]+");

  /**
   * What a name contains if the pattern matches a part of it; matching the pattern with the names
   * of all loaded classes is slow.
   */
  private static final List<String> GENERATED_PARTS =
      List.of("$$Lambda$", "$Proxy", "Accessor", "0x");

  private static final Map<Character, String> PRIMITIVES =
      Map.of(
          'Z', "boolean", 'B', "byte", 'C', "char", 'S', "short", 'I', "int", 'J', "long", 'F',
          "float", 'D', "double");

  /**
   * Returns the name of a class for messages: {@code java.lang.String[]} for {@code
   * [Ljava.lang.String;}, and without the numbers of generated classes.
   *
   * @param name as from {@link Class#getName()}
   */
  public static String name(String name) {
    int dimensions = name.lastIndexOf('[') + 1;
    String element = name.substring(dimensions);
    if (dimensions > 0) {
      element =
          element.startsWith("L")
              ? element.substring(1, element.length() - 1)
              : PRIMITIVES.getOrDefault(element.charAt(0), element);
    }
    return withoutNumbers(element) + "[]".repeat(dimensions);
  }

  /** Returns whether a name is that of a primitive type. */
  static boolean isPrimitive(String name) {
    return PRIMITIVES.containsValue(name);
  }

  /** Returns the name of a class without the numbers of a generated one. */
  static String withoutNumbers(String name) {
    for (String part : GENERATED_PARTS) {
      if (name.contains(part)) {
        return GENERATED_NUMBER.matcher(name).replaceAll("");
      }
    }
    return name;
  }

  ClassTotal plus(ClassTotal other) {
    return new ClassTotal(objects + other.objects, bytes + other.bytes);
  }

  ClassTotal negated() {
    return new ClassTotal(-objects, -bytes);
  }

  /** Returns the difference, but no number below zero. */
  public ClassTotal without(ClassTotal part) {
    return new ClassTotal(Math.max(0, objects - part.objects), Math.max(0, bytes - part.bytes));
  }

  /** Returns the product, rounded up. */
  ClassTotal times(double factor) {
    return new ClassTotal((long) Math.ceil(objects * factor), (long) Math.ceil(bytes * factor));
  }

  /** Returns the smaller number of both, and the smaller bytes. */
  ClassTotal least(ClassTotal other) {
    return new ClassTotal(Math.min(objects, other.objects), Math.min(bytes, other.bytes));
  }

  /** Returns the larger number of both, and the larger bytes. */
  ClassTotal most(ClassTotal other) {
    return new ClassTotal(Math.max(objects, other.objects), Math.max(bytes, other.bytes));
  }

  /**
   * Returns whether this change looks as if objects were replaced by larger ones: at least {@value
   * #MIN_RESIZED_BYTES} bytes for each call, but few objects.
   */
  boolean isResized(int calls) {
    return bytes >= MIN_RESIZED_BYTES * (long) calls && objects * CALLS_PER_JVM_OBJECT <= calls;
  }

  /** Returns whether there are neither objects nor bytes. */
  public boolean isZero() {
    return objects == 0 && bytes == 0;
  }

  /**
   * Returns whether this change is a decrease: other objects of the class were collected, which may
   * hide what was left behind.
   */
  boolean isNegative() {
    return objects < 0 || bytes < 0;
  }
}
