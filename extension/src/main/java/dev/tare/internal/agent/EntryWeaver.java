package dev.tare.internal.agent;

import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Puts a hook at the beginning of one method and at all its ends, exceptions included. In a
 * constructor it begins behind the call of another.
 */
final class EntryWeaver {

  private static final int NONE = -1;

  private final MethodInfo method;
  private final Hooks hooks;
  private final CodeIterator code;
  private final int number;
  private int coveredFrom = NONE;

  EntryWeaver(MethodInfo method, Hooks hooks, int number) {
    this.method = method;
    this.hooks = hooks;
    this.code = hooks.code();
    this.number = number;
  }

  /** Answers false of a constructor with two branches, in each of which it calls another. */
  boolean weave() throws BadBytecode {
    int another = NONE;
    if (method.isConstructor()) {
      another = constructorCall();
      if (another == NONE) {
        return false;
      }
      code.begin();
    } else {
      enterAt(0);
    }
    while (code.hasNext()) {
      int at = code.next();
      if (at == another) {
        enterAt(code.lookAhead());
      } else if (isReturn(code.byteAt(at))) {
        hooks.before(at, hooks.call("leave", number));
      }
    }
    hooks.cover(coveredFrom, hooks.call("leave", number));
    hooks.finish();
    return true;
  }

  /** Where the only call of another constructor on the same object is. */
  private int constructorCall() throws BadBytecode {
    int found = NONE;
    int others = 0;
    while (code.hasNext()) {
      int at = code.next();
      if (code.byteAt(at) == Opcode.NEW) {
        others++;
      } else if (callsConstructor(at) && others > 0) {
        others--;
      } else if (callsConstructor(at)) {
        if (found != NONE) {
          return NONE;
        }
        found = at;
      }
    }
    return found;
  }

  private boolean callsConstructor(int at) {
    if (code.byteAt(at) != Opcode.INVOKESPECIAL) {
      return false;
    }
    ConstPool constants = method.getConstPool();
    int called = code.u16bitAt(at + 1);
    return constants.getTag(called) == ConstPool.CONST_Methodref
        && constants.getMethodrefName(called).equals(MethodInfo.nameInit);
  }

  private void enterAt(int position) throws BadBytecode {
    code.move(position);
    hooks.after(hooks.call("enter", number));
    coveredFrom = code.lookAhead();
  }

  private static boolean isReturn(int opcode) {
    return opcode >= Opcode.IRETURN && opcode <= Opcode.RETURN;
  }
}
