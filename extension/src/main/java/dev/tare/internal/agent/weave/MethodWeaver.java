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
  private final SiteNames names;
  private final Hooks hooks;
  private final ClassOrigin origin;
  private final int originalLength;
  private boolean entered;
  private int coveredFrom;

  MethodWeaver(MethodInfo method, Hooks hooks, SiteNames names, ClassOrigin origin) {
    this.method = method;
    this.code = hooks.code();
    this.names = names;
    this.hooks = hooks;
    this.origin = origin;
    this.originalLength = code.getCodeLength();
  }

  void weave() throws BadBytecode {
    int constructorCall = ConstructorCall.NONE;
    if (method.isConstructor()) {
      constructorCall = ConstructorCall.in(method);
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
      hooks.cover(coveredFrom);
    }
    hooks.finish();
  }

  // Returns the length of the hooks inserted so far, all of which are before the current
  // instruction.
  private int inserted() {
    return code.getCodeLength() - originalLength;
  }

  private void weave(int at, boolean constructorCall) throws BadBytecode {
    switch (code.byteAt(at)) {
      case Opcode.NEW, Opcode.NEWARRAY, Opcode.ANEWARRAY, Opcode.MULTIANEWARRAY ->
          hooks.afterMaking(at, siteNumber(names.number(code, at)));
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
    int site = names.number(code, at);
    int call = at;
    if (entered) {
      // before its entry hook, a constructor would overwrite the caller's current call
      call = hooks.before(at, hooks.call("calling", site));
    }
    hooks.afterMaking(call, siteNumber(site));
    if (constructorCall) {
      enterAt(code.lookAhead());
    }
  }

  // before the entry hook, a library's site has no frame: the complement attributes it to the call
  // that led there
  private int siteNumber(int site) {
    return entered || origin == ClassOrigin.APPLICATION ? site : ~site;
  }

  private void leaveAt(int at) throws BadBytecode {
    if (entered) {
      hooks.before(at, hooks.call("leave"));
    }
  }

  private void enterAt(int position) throws BadBytecode {
    hookAt(position, origin == ClassOrigin.APPLICATION ? "enter" : "enterLibrary");
    coveredFrom = code.lookAhead();
    entered = true;
  }

  private void hookAt(int position, String hook) throws BadBytecode {
    code.move(position);
    hooks.after(hooks.call(hook));
  }
}
