package dev.tare.internal.heap.hprof;

/** Names of types as Java programs print them. */
final class TypeNames {

  private TypeNames() {}

  /**
   * Returns the Java name of a class, without the address in the names of hidden classes.
   *
   * @param name the JVM's name, such as {@code [Ljava/lang/Object;}
   */
  static String ofClass(String name) {
    int dimensions = 0;
    while (dimensions < name.length() && name.charAt(dimensions) == '[') {
      dimensions++;
    }
    String element = dimensions == 0 ? name : element(name.substring(dimensions));
    int address = element.indexOf("+0x");
    String javaName = (address < 0 ? element : element.substring(0, address)).replace('/', '.');
    return javaName + "[]".repeat(dimensions);
  }

  private static String element(String descriptor) {
    return switch (descriptor.isEmpty() ? ' ' : descriptor.charAt(0)) {
      case 'L' -> descriptor.substring(1, Math.max(1, descriptor.length() - 1));
      case 'Z' -> "boolean";
      case 'B' -> "byte";
      case 'C' -> "char";
      case 'S' -> "short";
      case 'I' -> "int";
      case 'J' -> "long";
      case 'F' -> "float";
      case 'D' -> "double";
      default -> descriptor;
    };
  }

  /** Returns the name of a primitive type by its code in {@link HprofReader}. */
  static String ofPrimitive(int type) {
    return switch (type) {
      case HprofReader.BOOLEAN -> "boolean";
      case HprofReader.CHAR -> "char";
      case HprofReader.FLOAT -> "float";
      case HprofReader.DOUBLE -> "double";
      case HprofReader.BYTE -> "byte";
      case HprofReader.SHORT -> "short";
      case HprofReader.INT -> "int";
      default -> "long";
    };
  }
}
