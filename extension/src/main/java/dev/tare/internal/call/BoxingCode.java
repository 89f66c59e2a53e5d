package dev.tare.internal.call;

import java.lang.invoke.MethodType;
import javassist.bytecode.Bytecode;
import javassist.bytecode.Opcode;

/** Writes code that converts objects to typed values and back. */
final class BoxingCode {

  private BoxingCode() {}

  /** Writes code that converts the object on the stack to a value of the type. */
  static void unbox(Bytecode code, Class<?> type) {
    Class<?> boxed = boxed(type);
    code.addCheckcast(boxed.getName());
    if (type.isPrimitive()) {
      code.addInvokevirtual(
          boxed.getName(),
          type.getName().concat("Value"),
          MethodType.methodType(type).descriptorString());
    }
  }

  /**
   * Writes code that converts the value of the type on the stack to an object; for void it pushes
   * null.
   */
  static void box(Bytecode code, Class<?> type) {
    if (type == void.class) {
      code.addOpcode(Opcode.ACONST_NULL);
    } else if (type.isPrimitive()) {
      String boxing = MethodType.methodType(boxed(type), type).descriptorString();
      code.addInvokestatic(boxed(type).getName(), "valueOf", boxing);
    }
  }

  private static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }
}
