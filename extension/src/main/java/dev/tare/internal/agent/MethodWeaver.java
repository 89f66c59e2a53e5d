package dev.tare.internal.agent;

import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ExceptionTable;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Puts the recorder's hooks into one method of the application or a library: at its beginning and
 * its ends, around calls, behind what allocates, and where exceptions are caught.
 */
final class MethodWeaver {

  private static final int WITHOUT_FRAME = -1;

  private final MethodInfo method;
  private final CodeAttribute attribute;
  private final CodeIterator code;
  private final SiteNames names;
  private final Hooks hooks;
  private final String enter;
  private final int originalLength;
  private boolean entered;
  private int coveredFrom;

  MethodWeaver(MethodInfo method, Hooks hooks, SiteNames names, Layer layer) {
    this.method = method;
    this.attribute = hooks.attribute();
    this.code = hooks.code();
    this.names = names;
    this.hooks = hooks;
    this.enter = layer == Layer.APPLICATION ? "enter" : "enterLibrary";
    this.originalLength = code.getCodeLength();
  }

  void weave() throws BadBytecode {
    int superCall = method.isConstructor() ? superCall() : WITHOUT_FRAME;
    if (!method.isConstructor()) {
      enterAt(0);
    }
    while (code.hasNext()) {
      int at = code.next();
      if (isHandler(at)) {
        at = hooks.before(at, hooks.call("reached"));
      }
      weave(at, at == superCall + inserted());
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

  /**
   * Where a constructor calls another. Where it does so in two branches, as Mockito makes it do,
   * there is no place from which on it is one object in both, so it has no frame.
   */
  private int superCall() throws BadBytecode {
    int call = code.skipConstructor();
    boolean another = call >= 0 && code.skipConstructor() >= 0;
    code.begin();
    return another ? WITHOUT_FRAME : call;
  }

  private void weave(int at, boolean superCall) throws BadBytecode {
    switch (code.byteAt(at)) {
      case Opcode.NEW, Opcode.NEWARRAY, Opcode.ANEWARRAY, Opcode.MULTIANEWARRAY ->
          hooks.afterMaking(at, names.number(code, at, at - inserted()));
      case Opcode.INVOKEVIRTUAL,
          Opcode.INVOKESPECIAL,
          Opcode.INVOKESTATIC,
          Opcode.INVOKEINTERFACE,
          Opcode.INVOKEDYNAMIC ->
          weaveCall(at, superCall);
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

  private void weaveCall(int at, boolean superCall) throws BadBytecode {
    int site = names.number(code, at, at - inserted());
    int call = at;
    if (entered) {
      // before it has entered, a constructor would overwrite the call that led to it
      call = hooks.before(at, hooks.call("calling", site));
    }
    hooks.afterMaking(call, site);
    if (superCall) {
      enterAt(code.lookAhead());
    }
  }

  private void leaveAt(int at) throws BadBytecode {
    if (entered) {
      hooks.before(at, hooks.call("leave"));
    }
  }

  private void enterAt(int position) throws BadBytecode {
    code.move(position);
    hooks.after(hooks.call(enter));
    coveredFrom = code.lookAhead();
    entered = true;
  }

  private boolean isHandler(int at) {
    ExceptionTable table = attribute.getExceptionTable();
    for (int i = 0; i < table.size(); i++) {
      if (table.handlerPc(i) == at) {
        return true;
      }
    }
    return false;
  }
}
