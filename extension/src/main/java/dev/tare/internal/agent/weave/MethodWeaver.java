package dev.tare.internal.agent.weave;

import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Puts the recorder's hooks into one method of the application or a library: at its beginning and
 * its ends, around calls, behind what allocates, and where exceptions are caught.
 */
final class MethodWeaver {

  private final MethodInfo method;
  private final CodeIterator code;
  private final SiteNames names;
  private final Hooks hooks;
  private final ClassOrigin layer;
  private final int originalLength;
  private boolean entered;
  private int coveredFrom;

  MethodWeaver(MethodInfo method, Hooks hooks, SiteNames names, ClassOrigin layer) {
    this.method = method;
    this.code = hooks.code();
    this.names = names;
    this.hooks = hooks;
    this.layer = layer;
    this.originalLength = code.getCodeLength();
  }

  void weave() throws BadBytecode {
    int another = ConstructorCall.NONE;
    if (method.isConstructor()) {
      another = ConstructorCall.in(method);
      hookAt(0, "reached");
    } else {
      enterAt(0);
    }
    while (code.hasNext()) {
      int at = code.next();
      if (hooks.isHandler(at)) {
        at = hooks.before(at, hooks.call("reached"));
      }
      weave(at, at == another + inserted());
    }
    if (entered) {
      hooks.cover(coveredFrom);
    }
    hooks.finish();
  }

  // All that was inserted so far stands before the instruction that is looked at.
  private int inserted() {
    return code.getCodeLength() - originalLength;
  }

  private void weave(int at, boolean another) throws BadBytecode {
    switch (code.byteAt(at)) {
      case Opcode.NEW, Opcode.NEWARRAY, Opcode.ANEWARRAY, Opcode.MULTIANEWARRAY ->
          hooks.afterMaking(at, marked(names.number(code, at, at - inserted())));
      case Opcode.INVOKEVIRTUAL,
          Opcode.INVOKESPECIAL,
          Opcode.INVOKESTATIC,
          Opcode.INVOKEINTERFACE,
          Opcode.INVOKEDYNAMIC ->
          weaveCall(at, another);
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

  private void weaveCall(int at, boolean another) throws BadBytecode {
    int site = names.number(code, at, at - inserted());
    int call = at;
    if (entered) {
      // before it has entered, a constructor would overwrite the call that led to it
      call = hooks.before(at, hooks.call("calling", site));
    }
    hooks.afterMaking(call, marked(site));
    if (another) {
      enterAt(code.lookAhead());
    }
  }

  // a library's, without a frame of its own, is told with the call that led there
  private int marked(int site) {
    return entered || layer == ClassOrigin.APPLICATION ? site : ~site;
  }

  private void leaveAt(int at) throws BadBytecode {
    if (entered) {
      hooks.before(at, hooks.call("leave"));
    }
  }

  private void enterAt(int position) throws BadBytecode {
    hookAt(position, layer == ClassOrigin.APPLICATION ? "enter" : "enterLibrary");
    coveredFrom = code.lookAhead();
    entered = true;
  }

  private void hookAt(int position, String hook) throws BadBytecode {
    code.move(position);
    hooks.after(hooks.call(hook));
  }
}
