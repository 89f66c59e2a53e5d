package dev.tare.internal.agent;

import javassist.bytecode.BadBytecode;
import javassist.bytecode.Bytecode;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.ExceptionTable;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Puts the recorder's hooks into one method: at its beginning and its ends, around calls, behind
 * what allocates, and where exceptions are caught.
 *
 * <p>A hook takes at most the number of a site and answers nothing, so it touches neither what is
 * on the stack nor what is in the local variables, be it uninitialised, and no frame of the stack
 * map changes but for its place.
 */
final class MethodWeaver {

  /** Longer methods could grow past what a jump can span; they are left as they are. */
  static final int LONGEST = 10_000;

  private final MethodInfo method;
  private final CodeAttribute attribute;
  private final CodeIterator code;
  private final ConstPool constants;
  private final SiteNames names;
  private final int originalLength;
  private boolean entered;
  private int coveredFrom;

  MethodWeaver(MethodInfo method, CodeAttribute attribute, SiteNames names) {
    this.method = method;
    this.attribute = attribute;
    this.code = attribute.iterator();
    this.constants = attribute.getConstPool();
    this.names = names;
    this.originalLength = code.getCodeLength();
  }

  void weave() throws BadBytecode {
    int superCall = superCall();
    if (superCall < 0) {
      enterAt(0);
    }
    while (code.hasNext()) {
      int at = code.next();
      if (isHandler(at)) {
        at = before(at, hook("caught"));
      }
      weave(at, at == superCall + inserted());
    }
    cover();
    attribute.setMaxStack(attribute.getMaxStack() + 1);
  }

  // All that was inserted so far stands before the instruction that is looked at.
  private int inserted() {
    return code.getCodeLength() - originalLength;
  }

  /** Where a constructor calls another; negative in what is no constructor. */
  private int superCall() throws BadBytecode {
    if (!method.isConstructor()) {
      return -1;
    }
    int call = code.skipConstructor();
    code.begin();
    return call;
  }

  private void weave(int at, boolean superCall) throws BadBytecode {
    switch (code.byteAt(at)) {
      case Opcode.NEW, Opcode.NEWARRAY, Opcode.ANEWARRAY, Opcode.MULTIANEWARRAY ->
          after(hook("mark", names.number(code, at)));
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
          before(at, hook("leave"));
      default -> {}
    }
  }

  private void weaveCall(int at, boolean superCall) throws BadBytecode {
    int site = names.number(code, at);
    if (entered) {
      // before it has entered, a constructor would overwrite the call that led to it
      before(at, hook("calling", site));
    }
    after(hook("mark", site));
    if (superCall) {
      enterAt(code.lookAhead());
    }
  }

  private void enterAt(int position) throws BadBytecode {
    code.move(position);
    after(hook("enter"));
    coveredFrom = code.lookAhead();
    entered = true;
  }

  // Jumps to the instruction run the hook.
  private int before(int at, byte[] hook) throws BadBytecode {
    int length = code.getCodeLength();
    code.insertAt(at, hook);
    return at + code.getCodeLength() - length;
  }

  // Jumps to the next instruction do not run the hook.
  private void after(byte[] hook) throws BadBytecode {
    code.insertExAt(code.lookAhead(), hook);
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

  /** Whatever is thrown out of the method leaves it through a hook. */
  private void cover() throws BadBytecode {
    if (!entered) {
      return;
    }
    int end = code.getCodeLength();
    Bytecode leave = new Bytecode(constants);
    leave.addInvokestatic(RecorderClass.NAME, "leave", "()V");
    leave.addOpcode(Opcode.ATHROW);
    code.append(leave.get());
    attribute.getExceptionTable().add(coveredFrom, end, end, 0);
    HandlerFrame.add(attribute, end);
    attribute.setMaxStack(Math.max(1, attribute.getMaxStack()));
  }

  private byte[] hook(String name) {
    Bytecode hook = new Bytecode(constants);
    hook.addInvokestatic(RecorderClass.NAME, name, "()V");
    return hook.get();
  }

  private byte[] hook(String name, int site) {
    Bytecode hook = new Bytecode(constants);
    hook.addIconst(site);
    hook.addInvokestatic(RecorderClass.NAME, name, "(I)V");
    return hook.get();
  }
}
