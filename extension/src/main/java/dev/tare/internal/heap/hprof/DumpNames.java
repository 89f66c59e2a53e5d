package dev.tare.internal.heap.hprof;

/** Names as Java programs print them. */
final class DumpNames {

  private DumpNames() {}

  /**
   * Returns the name of a class without the address that hidden classes have.
   *
   * @param name the JVM's name, such as {@code [Ljava/lang/Object;}
   */
  static String readable(String name) {
    int dimensions = 0;
    while (dimensions < name.length() && name.charAt(dimensions) == '[') {
      dimensions++;
    }
    String element = dimensions == 0 ? name : element(name.substring(dimensions));
    int address = element.indexOf("+0x");
    String plain = (address < 0 ? element : element.substring(0, address)).replace('/', '.');
    return plain + "[]".repeat(dimensions);
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

  /** Returns the name of a type by its code in the format. */
  static String primitive(int type) {
    return switch (type) {
      case 4 -> "boolean";
      case 5 -> "char";
      case 6 -> "float";
      case 7 -> "double";
      case 8 -> "byte";
      case 9 -> "short";
      case 10 -> "int";
      default -> "long";
    };
  }
}
