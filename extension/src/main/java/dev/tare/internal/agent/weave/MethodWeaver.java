package dev.tare.internal.agent.weave;

import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Weaves the recorder's hooks into one method of the application or a library: at its entry and
 * exits, around calls, after allocations, and at exception handlers.
 */
final class MethodWeaver {

  private final MethodInfo method;
  private final CodeIterator code;
  private final MethodSites sites;
  private final Hooks hooks;
  private final ClassOrigin origin;
  private final int originalLength;
  private boolean entered;
  private int tryStart;

  MethodWeaver(MethodInfo method, Hooks hooks, MethodSites sites, ClassOrigin origin) {
    this.method = method;
    this.code = hooks.code();
    this.sites = sites;
    this.hooks = hooks;
    this.origin = origin;
    this.originalLength = code.getCodeLength();
  }

  void weave() throws BadBytecode {
    int constructorCall = ConstructorCall.NONE;
    if (method.isConstructor()) {
      constructorCall = ConstructorCall.find(method);
      hookAt(0, "reached");
    } else {
      enterAt(0);
    }
    while (code.hasNext()) {
      int at = code.next();
      if (hooks.isHandler(at)) {
        at = hooks.before(at, hooks.call("reached"));
      }
      weave(at, at == constructorCall + inserted());
    }
    if (entered) {
      hooks.addExceptionHandler(tryStart);
    }
    hooks.finish();
  }

  /**
   * Returns the length of the hooks inserted so far, all of them before the current instruction.
   */
  private int inserted() {
    return code.getCodeLength() - originalLength;
  }

  private void weave(int at, boolean constructorCall) throws BadBytecode {
    switch (code.byteAt(at)) {
      case Opcode.NEW, Opcode.NEWARRAY, Opcode.ANEWARRAY, Opcode.MULTIANEWARRAY ->
          hooks.afterAllocationOrCall(at, hookArgument(sites.add(code, at)));
      case Opcode.INVOKEVIRTUAL,
          Opcode.INVOKESPECIAL,
          Opcode.INVOKESTATIC,
          Opcode.INVOKEINTERFACE,
          Opcode.INVOKEDYNAMIC ->
          weaveCall(at, constructorCall);
      case Opcode.RETURN,
          Opcode.IRETURN,
          Opcode.LRETURN,
          Opcode.FRETURN,
          Opcode.DRETURN,
          Opcode.ARETURN ->
          leaveAt(at);
      default -> {}
    }
  }

  private void weaveCall(int at, boolean constructorCall) throws BadBytecode {
    int site = sites.add(code, at);
    int call = at;
    if (entered) {
      // a constructor that has not run its entry hook would overwrite the caller's current call
      call = hooks.before(at, hooks.call("calling", site));
    }
    hooks.afterAllocationOrCall(call, hookArgument(site));
    if (constructorCall) {
      enterAt(code.lookAhead());
    }
  }

  /**
   * Returns the number to pass to a hook. A library's site before the entry hook has no frame; its
   * complement attributes it to the call that led there.
   */
  private int hookArgument(int site) {
    return entered || origin == ClassOrigin.APPLICATION ? site : ~site;
  }

  private void leaveAt(int at) throws BadBytecode {
    if (entered) {
      hooks.before(at, hooks.call("leave"));
    }
  }

  private void enterAt(int position) throws BadBytecode {
    hookAt(position, origin == ClassOrigin.APPLICATION ? "enter" : "enterLibrary");
    tryStart = code.lookAhead();
    entered = true;
  }

  private void hookAt(int position, String hook) throws BadBytecode {
    code.move(position);
    hooks.after(hooks.call(hook));
  }
}
