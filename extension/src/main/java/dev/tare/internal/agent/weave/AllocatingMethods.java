package dev.tare.internal.agent.weave;

import java.util.Map;
import java.util.Optional;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Opcode;

/**
 * Methods that create one object per call, of a class known only at run time. The JVM implements
 * them itself, or its compilers replace them by intrinsics.
 */
final class AllocatingMethods {

  /** Labels of the created objects, by method. */
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

  /** Returns whether the instruction calls an allocating method. */
  static boolean isCalled(ConstPool constants, CodeIterator code, int at) {
    return switch (code.byteAt(at)) {
      case Opcode.INVOKEVIRTUAL, Opcode.INVOKESPECIAL, Opcode.INVOKESTATIC -> {
        int method = code.u16bitAt(at + 1);
        yield LABELS.containsKey(name(constants, method)) || isArrayClone(constants, method);
      }
      default -> false;
    };
  }

  /**
   * Returns whether the method takes several dimensions, so that it creates the inner arrays too.
   */
  static boolean createsInnerArrays(ConstPool constants, int method) {
    return constants.getMethodrefType(method).equals(DIMENSIONS)
        && name(constants, method).startsWith("java.lang.reflect.Array.");
  }

  /** Returns whether the method is {@code clone} of an array class. */
  private static boolean isArrayClone(ConstPool constants, int method) {
    return constants.getMethodrefName(method).equals("clone")
        && constants.getClassInfo(constants.getMethodrefClass(method)).startsWith("[");
  }

  /**
   * Returns the label of the objects that a method creates; empty if it is no allocating method.
   *
   * @param method the class and the method: {@code java.util.Arrays.copyOf}
   */
  static Optional<String> label(String method) {
    return Optional.ofNullable(LABELS.get(method));
  }

  private static String name(ConstPool constants, int method) {
    return constants.getClassInfo(constants.getMethodrefClass(method))
        + "."
        + constants.getMethodrefName(method);
  }
}
