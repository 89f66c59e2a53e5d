package dev.tare.internal.agent.weave;

import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Puts a hook at the beginning of one method and at all its ends, exceptions included. In a
 * constructor it begins behind the call of another.
 */
final class EntryWeaver {

  private final MethodInfo method;
  private final Hooks hooks;
  private final CodeIterator code;
  private final int number;
  private int coveredFrom;

  EntryWeaver(MethodInfo method, Hooks hooks, int number) {
    this.method = method;
    this.hooks = hooks;
    this.code = hooks.code();
    this.number = number;
  }

  /** Answers false of a constructor whose call of another {@link ConstructorCall} does not find. */
  boolean weave() throws BadBytecode {
    int another = method.isConstructor() ? ConstructorCall.in(method) : ConstructorCall.NONE;
    if (!method.isConstructor()) {
      enterAt(0);
    } else if (another == ConstructorCall.NONE) {
      return false;
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

  private void enterAt(int position) throws BadBytecode {
    code.move(position);
    hooks.after(hooks.call("enter", number));
    coveredFrom = code.lookAhead();
  }

  private static boolean isReturn(int opcode) {
    return opcode >= Opcode.IRETURN && opcode <= Opcode.RETURN;
  }
}
