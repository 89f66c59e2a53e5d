package dev.tare.internal.agent.weave;

import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Weaves hooks into the entry and all exits of one method, exceptions included. In a constructor
 * the entry is after its call of another constructor.
 */
final class EntryWeaver {

  private final MethodInfo method;
  private final Hooks hooks;
  private final CodeIterator code;
  private final int number;
  private int tryStart;

  EntryWeaver(MethodInfo method, Hooks hooks, int number) {
    this.method = method;
    this.hooks = hooks;
    this.code = hooks.code();
    this.number = number;
  }

  /**
   * Weaves the method.
   *
   * @return false for a constructor in which {@link ConstructorCall} finds no call
   */
  boolean weave() throws BadBytecode {
    int constructorCall =
        method.isConstructor() ? ConstructorCall.find(method) : ConstructorCall.NONE;
    if (!method.isConstructor()) {
      enterAt(0);
    } else if (constructorCall == ConstructorCall.NONE) {
      return false;
    }
    while (code.hasNext()) {
      int at = code.next();
      if (at == constructorCall) {
        enterAt(code.lookAhead());
      } else if (isReturn(code.byteAt(at))) {
        hooks.before(at, hooks.call("leave", number));
      }
    }
    hooks.addExceptionHandler(tryStart, hooks.call("leave", number));
    hooks.finish();
    return true;
  }

  private void enterAt(int position) throws BadBytecode {
    code.move(position);
    hooks.after(hooks.call("enter", number));
    tryStart = code.lookAhead();
  }

  private static boolean isReturn(int opcode) {
    return opcode >= Opcode.IRETURN && opcode <= Opcode.RETURN;
  }
}
