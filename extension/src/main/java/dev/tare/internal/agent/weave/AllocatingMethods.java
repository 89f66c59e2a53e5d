package dev.tare.internal.agent.weave;

import java.util.Map;
import java.util.Optional;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Opcode;

/**
 * The calls that make one object each, of a class that shows only when it is made. The VM does it
 * itself, or the compiler puts its own code in their place.
 */
final class AllocatingMethods {

  /** With what is said of the object. */
  private static final Map<String, String> LABELS =
      Map.of(
          "java.lang.Object.clone", "clone",
          "java.lang.reflect.Array.multiNewArray", "",
          "java.lang.reflect.Array.newArray", "",
          "java.lang.reflect.Array.newInstance", "",
          "java.util.Arrays.copyOf", "copy",
          "java.util.Arrays.copyOfRange", "copy",
          "jdk.internal.misc.Unsafe.allocateInstance", "",
          "jdk.internal.misc.Unsafe.allocateUninitializedArray", "",
          "jdk.internal.misc.Unsafe.allocateUninitializedArray0", "");

  private AllocatingMethods() {}

  private static final String DIMENSIONS = "(Ljava/lang/Class;[I)Ljava/lang/Object;";

  /** Whether the instruction is a call of one. */
  static boolean isCalled(ConstPool constants, CodeIterator code, int at) {
    return switch (code.byteAt(at)) {
      case Opcode.INVOKEVIRTUAL, Opcode.INVOKESPECIAL, Opcode.INVOKESTATIC -> {
        int method = code.u16bitAt(at + 1);
        yield LABELS.containsKey(name(constants, method)) || isArrayClone(constants, method);
      }
      default -> false;
    };
  }

  /** Whether the method takes several dimensions, and creates the inner arrays too. */
  static boolean makesInnerArrays(ConstPool constants, int method) {
    return constants.getMethodrefType(method).equals(DIMENSIONS)
        && name(constants, method).startsWith("java.lang.reflect.Array.");
  }

  // the one that every array has
  private static boolean isArrayClone(ConstPool constants, int method) {
    return constants.getMethodrefName(method).equals("clone")
        && constants.getClassInfo(constants.getMethodrefClass(method)).startsWith("[");
  }

  /** What is said of the object; empty if the method, with its class, is none of them. */
  static Optional<String> label(String method) {
    return Optional.ofNullable(LABELS.get(method));
  }

  private static String name(ConstPool constants, int method) {
    return constants.getClassInfo(constants.getMethodrefClass(method))
        + "."
        + constants.getMethodrefName(method);
  }
}
