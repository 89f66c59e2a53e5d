package dev.tare.internal.agent.weave;

import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ExceptionTable;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Finds the instruction at which a constructor calls another constructor on the same object. The
 * object is uninitialized in all code before that instruction, and initialized in all code after
 * it.
 */
final class ConstructorCall {

  static final int NONE = -1;

  private ConstructorCall() {}

  /**
   * Returns the position of the call; {@link #NONE} if there is no position that separates code
   * with an uninitialized object from code with an initialized one. This is so if two branches
   * contain a call each, as Mockito generates them, if a jump bypasses the call, or if there is a
   * switch before it.
   */
  static int find(MethodInfo constructor) throws BadBytecode {
    CodeIterator code = constructor.getCodeAttribute().iterator();
    int call = code.skipConstructor();
    return call < 0
            || isBypassed(code, call)
            || isBypassed(constructor.getCodeAttribute().getExceptionTable(), call)
        ? NONE
        : call;
  }

  private static boolean isBypassed(ExceptionTable handlers, int call) {
    for (int i = 0; i < handlers.size(); i++) {
      boolean before = handlers.startPc(i) <= call;
      if (before != handlers.endPc(i) <= call || before != handlers.handlerPc(i) <= call) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBypassed(CodeIterator code, int call) throws BadBytecode {
    code.begin();
    while (code.hasNext()) {
      int at = code.next();
      boolean before = at <= call;
      int opcode = code.byteAt(at);
      if (isJump(opcode) ? before != at + code.s16bitAt(at + 1) <= call : before && isFar(opcode)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the instruction may jump anywhere, which is rare before the call. */
  private static boolean isFar(int opcode) {
    return opcode == Opcode.TABLESWITCH
        || opcode == Opcode.LOOKUPSWITCH
        || opcode == Opcode.GOTO_W
        || opcode == Opcode.JSR_W;
  }

  private static boolean isJump(int opcode) {
    return (opcode >= Opcode.IFEQ && opcode <= Opcode.JSR)
        || opcode == Opcode.IFNULL
        || opcode == Opcode.IFNONNULL;
  }
}
