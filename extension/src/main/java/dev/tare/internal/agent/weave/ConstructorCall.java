package dev.tare.internal.agent.weave;

import java.util.HashMap;
import java.util.Map;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
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

  private final MethodInfo constructor;
  private final CodeIterator code;
  private final ConstPool constants;

  private ConstructorCall(MethodInfo constructor) {
    this.constructor = constructor;
    this.code = constructor.getCodeAttribute().iterator();
    this.constants = constructor.getConstPool();
  }

  /**
   * Returns the position of the call; {@link #NONE} if there is no position that separates code
   * with an uninitialized object from code with an initialized one. This is so if two branches
   * contain a call each, as Mockito generates them, if a jump bypasses the call, or if there is a
   * switch before it.
   */
  static int find(MethodInfo constructor) throws BadBytecode {
    ConstructorCall call = new ConstructorCall(constructor);
    int at = call.findOnly();
    return at == NONE || call.isBypassed(at) ? NONE : at;
  }

  private int findOnly() throws BadBytecode {
    // by class, the number of objects of NEW whose constructor has not been called yet; it is never
    // called if the arguments always throw
    Map<String, Integer> uninitialized = new HashMap<>();
    int found = NONE;
    code.begin();
    while (code.hasNext()) {
      int at = code.next();
      if (code.byteAt(at) == Opcode.NEW) {
        uninitialized.merge(constants.getClassInfo(code.u16bitAt(at + 1)), 1, Integer::sum);
      } else if (isConstructor(at) && !initializesNewObject(uninitialized, at)) {
        if (found != NONE) {
          return NONE;
        }
        found = at;
      }
    }
    return found;
  }

  private boolean isConstructor(int at) {
    if (code.byteAt(at) != Opcode.INVOKESPECIAL) {
      return false;
    }
    int called = code.u16bitAt(at + 1);
    return constants.getTag(called) == ConstPool.CONST_Methodref
        && constants.getMethodrefName(called).equals(MethodInfo.nameInit);
  }

  /**
   * Returns whether a constructor call belongs to an object of NEW, which it removes from the map.
   */
  private boolean initializesNewObject(Map<String, Integer> uninitialized, int at) {
    String type = constants.getMethodrefClassName(code.u16bitAt(at + 1));
    int pending = uninitialized.getOrDefault(type, 0);
    uninitialized.put(type, Math.max(0, pending - 1));
    return pending > 0;
  }

  private boolean isBypassed(int call) throws BadBytecode {
    ExceptionTable handlers = constructor.getCodeAttribute().getExceptionTable();
    for (int i = 0; i < handlers.size(); i++) {
      boolean before = handlers.startPc(i) <= call;
      if (before != handlers.endPc(i) <= call || before != handlers.handlerPc(i) <= call) {
        return true;
      }
    }
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
