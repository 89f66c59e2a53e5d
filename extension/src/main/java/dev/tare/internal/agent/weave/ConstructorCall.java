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
   * switch or an exception handler before it.
   */
  static int find(MethodInfo constructor) throws BadBytecode {
    ExceptionTable handlers = constructor.getCodeAttribute().getExceptionTable();
    CodeIterator code = constructor.getCodeAttribute().iterator();
    int call = code.skipConstructor();
    for (int i = 0; i < handlers.size(); i++) {
      if (handlers.startPc(i) <= call) {
        return NONE;
      }
    }
    code.begin();
    for (int at = 0; call >= 0 && at < call; at = code.next()) {
      if (mayJumpTo(code, at) > call) {
        return NONE;
      }
    }
    return call < 0 ? NONE : call;
  }

  /** Returns the farthest position to which an instruction may jump; its own if it does not. */
  private static int mayJumpTo(CodeIterator code, int at) {
    int opcode = code.byteAt(at);
    return switch (opcode) {
      case Opcode.TABLESWITCH, Opcode.LOOKUPSWITCH, Opcode.GOTO_W, Opcode.JSR_W ->
          Integer.MAX_VALUE; // rare before the call
      case Opcode.IFNULL, Opcode.IFNONNULL -> at + code.s16bitAt(at + 1);
      default -> opcode >= Opcode.IFEQ && opcode <= Opcode.JSR ? at + code.s16bitAt(at + 1) : at;
    };
  }
}
