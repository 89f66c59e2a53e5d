package dev.tare.internal.agent.weave;

import javassist.bytecode.BadBytecode;
import javassist.bytecode.Bytecode;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.ExceptionTable;
import javassist.bytecode.Opcode;

/**
 * Inserts calls of the recorder into one method.
 *
 * <p>A hook answers nothing and takes the number of a site, and at most a copy of a reference that
 * an instruction has just left on the stack. So no frame of the stack map changes but for its
 * place.
 */
public final class Hooks {

  /** Longer methods could grow past what a jump can span; they are left as they are. */
  static final int LONGEST = 10_000;

  /** What a hook needs of the stack: a reference and two numbers. */
  private static final int STACK = 3;

  /** Where multianewarray has the number of dimensions. */
  private static final int DIMENSIONS = 3;

  private final CodeAttribute attribute;
  private final CodeIterator code;
  private final ConstPool constants;
  private final String recorder;

  public Hooks(CodeAttribute attribute, RecorderClass recorder) {
    this.attribute = attribute;
    this.code = attribute.iterator();
    this.constants = attribute.getConstPool();
    this.recorder = recorder.inJavaLang();
  }

  CodeAttribute attribute() {
    return attribute;
  }

  /** The one position in the method's code that all hooks are inserted by. */
  public CodeIterator code() {
    return code;
  }

  /** Whether an exception handler begins at the position. */
  public boolean isHandler(int at) {
    ExceptionTable table = attribute.getExceptionTable();
    for (int i = 0; i < table.size(); i++) {
      if (table.handlerPc(i) == at) {
        return true;
      }
    }
    return false;
  }

  /** Before the instruction at the position: jumps to it run the hook. Answers where it is now. */
  public int before(int at, byte[] hook) throws BadBytecode {
    int length = code.getCodeLength();
    code.insertAt(at, hook);
    return at + code.getCodeLength() - length;
  }

  /** Behind the instruction that was read last: jumps to the next one do not run the hook. */
  public void after(byte[] hook) throws BadBytecode {
    code.insertExAt(code.lookAhead(), hook);
  }

  /** Behind what makes something: shows the recorder what was made, where only that tells. */
  void afterMaking(int at, int site) throws BadBytecode {
    switch (code.byteAt(at)) {
      case Opcode.NEW, Opcode.NEWARRAY, Opcode.ANEWARRAY -> after(call("created", site));
      case Opcode.MULTIANEWARRAY -> after(arrays(site, levels(code, at)));
      default -> {
        if (AllocatingMethods.isCalled(constants, code, at)) {
          boolean nested = AllocatingMethods.makesInnerArrays(constants, code.u16bitAt(at + 1));
          after(nested ? arrays(site, 1) : made(site));
        } else {
          after(call("mark", site));
        }
      }
    }
  }

  /** How many types of arrays the instruction makes, each of which has a site of its own. */
  static int levels(CodeIterator code, int at) {
    return code.byteAt(at) == Opcode.MULTIANEWARRAY ? code.byteAt(at + DIMENSIONS) : 1;
  }

  /** Makes room on the stack; once a method, at the end. */
  public void finish() {
    attribute.setMaxStack(attribute.getMaxStack() + STACK);
  }

  public byte[] call(String name) {
    return invoke(new Bytecode(constants), name, "()V");
  }

  /** Whatever is thrown out of the method from a position on leaves it through a hook. */
  public void cover(int from) throws BadBytecode {
    cover(from, call("leave"));
  }

  /** The same with a hook of one's own. */
  public void cover(int from, byte[] leave) throws BadBytecode {
    int end = code.getCodeLength();
    code.append(leave);
    code.append(new byte[] {(byte) Opcode.ATHROW});
    attribute.getExceptionTable().add(from, end, end, 0);
    HandlerFrame.add(attribute, end);
    attribute.setMaxStack(Math.max(1, attribute.getMaxStack()));
  }

  byte[] call(String name, int site) {
    Bytecode hook = new Bytecode(constants);
    hook.addIconst(site);
    return invoke(hook, name, "(I)V");
  }

  private byte[] made(int site) {
    Bytecode hook = new Bytecode(constants);
    hook.addOpcode(Opcode.DUP);
    hook.addIconst(site);
    return invoke(hook, "made", "(Ljava/lang/Object;I)V");
  }

  private byte[] arrays(int site, int levels) {
    Bytecode hook = new Bytecode(constants);
    hook.addOpcode(Opcode.DUP);
    hook.addIconst(site);
    hook.addIconst(levels);
    return invoke(hook, "arrays", "(Ljava/lang/Object;II)V");
  }

  private byte[] invoke(Bytecode hook, String name, String descriptor) {
    hook.addInvokestatic(recorder, name, descriptor);
    return hook.get();
  }
}
