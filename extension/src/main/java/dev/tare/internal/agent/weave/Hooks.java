package dev.tare.internal.agent.weave;

import dev.tare.internal.agent.boot.CallRecorder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.Bytecode;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.ExceptionTable;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;
import javassist.bytecode.StackMapTable;
import org.jspecify.annotations.Nullable;

/**
 * Inserts recorder calls into one method.
 *
 * <p>Hooks return nothing. They take two numbers, and at most a copy of the reference on top of the
 * stack. So they leave the frames of the stack map as they are, except for positions.
 */
public final class Hooks {

  /** Maximum length of a woven method; a longer one could grow beyond the range of its jumps. */
  static final int MAX_LENGTH = 10_000;

  /** Stack slots that a hook needs: a reference, a number, and two to compute another number. */
  private static final int STACK_SLOTS = 4;

  /** Number of low bits of a site's number that one instruction can push. */
  private static final int LOW_BITS = 15;

  /** Length from which a woven method gets shorter hooks: the JVM allows 65,535 bytes. */
  private static final int LONG = 30_000;

  private final CodeAttribute attribute;
  private final CodeIterator code;
  private final ConstPool constants;
  private final String recorder;

  public Hooks(CodeAttribute attribute, RecorderClass recorder) {
    this.attribute = attribute;
    this.code = attribute.iterator();
    this.constants = attribute.getConstPool();
    this.recorder = recorder.copyName();
  }

  CodeAttribute attribute() {
    return attribute;
  }

  /**
   * Returns the iterator over the method's code; all hooks are inserted relative to its position.
   */
  public CodeIterator code() {
    return code;
  }

  /** Returns whether an exception handler begins at the position. */
  public boolean isHandler(int at) {
    ExceptionTable table = attribute.getExceptionTable();
    for (int i = 0; i < table.size(); i++) {
      if (table.handlerPc(i) == at) {
        return true;
      }
    }
    return false;
  }

  /**
   * Inserts a hook before the instruction at the position, and returns its new position. Jumps to
   * the instruction run the hook.
   */
  public int before(int at, byte[] hook) throws BadBytecode {
    int length = code.getCodeLength();
    code.insertAt(at, hook);
    return at + code.getCodeLength() - length;
  }

  /**
   * Inserts a hook after the instruction that was read last. Jumps to the next instruction do not
   * run the hook.
   */
  public void after(byte[] hook) throws BadBytecode {
    code.insertExAt(code.lookAhead(), hook);
  }

  /**
   * Inserts a hook after an allocating instruction or a call. The hook receives the created object
   * if its class is known only at run time.
   */
  void afterAllocationOrCall(int at, int site) throws BadBytecode {
    switch (code.byteAt(at)) {
      case Opcode.NEW, Opcode.NEWARRAY, Opcode.ANEWARRAY -> after(call(CallRecorder.CREATED, site));
      case Opcode.MULTIANEWARRAY -> after(withTopOfStack(CallRecorder.CREATED_ARRAYS, site));
      default -> {
        if (AllocatingMethods.isCalled(constants, code, at)) {
          boolean nested = AllocatingMethods.createsInnerArrays(constants, code.u16bitAt(at + 1));
          after(withTopOfStack(nested ? CallRecorder.CREATED_ARRAYS : CallRecorder.RETURNED, site));
        } else {
          after(call(CallRecorder.RETURNED, site));
        }
      }
    }
  }

  /** Enlarges the operand stack; call it once per method, at the end. */
  public void finish() {
    attribute.setMaxStack(attribute.getMaxStack() + STACK_SLOTS);
  }

  /**
   * Adds an exception handler for the code from a position to the end of the method. It runs the
   * given hook and rethrows.
   */
  public void addExceptionHandler(int from, byte[] hook) throws BadBytecode {
    int end = code.getCodeLength();
    code.append(hook);
    code.append(new byte[] {(byte) Opcode.ATHROW});
    attribute.getExceptionTable().add(from, end, end, 0);
    HandlerFrame.add(attribute, end);
    attribute.setMaxStack(Math.max(1, attribute.getMaxStack()));
  }

  byte[] call(int kind, int site) {
    Bytecode hook = new Bytecode(constants);
    hook.addIconst(kind);
    push(hook, site);
    return invoke(hook, "hook", "(II)V");
  }

  /**
   * Returns the call of the hook that passes an object.
   *
   * @param opcode the instruction that puts the object on the stack
   */
  public byte[] pass(int opcode) {
    Bytecode hook = new Bytecode(constants);
    hook.addOpcode(opcode);
    return invoke(hook, "pass", "(Ljava/lang/Object;)V");
  }

  private byte[] withTopOfStack(int kind, int site) {
    Bytecode hook = new Bytecode(constants);
    hook.addOpcode(Opcode.DUP);
    hook.addIconst(kind);
    push(hook, site);
    return invoke(hook, "hook", "(Ljava/lang/Object;II)V");
  }

  /**
   * Pushes the number of a site without a constant of the class. HotSpot never removes a constant
   * that a redefinition has added, and searches all of them for each new one. Each weaving has
   * numbers of its own, so weaving would become slower each time.
   */
  private void push(Bytecode hook, int site) {
    int high = site >> LOW_BITS;
    if (high == 0 || code.getCodeLength() > LONG) {
      hook.addIconst(site);
      return;
    }
    hook.addIconst(high);
    hook.addIconst(LOW_BITS);
    hook.addOpcode(Opcode.ISHL);
    hook.addIconst(site & ((1 << LOW_BITS) - 1));
    hook.addOpcode(Opcode.IOR);
  }

  private byte[] invoke(Bytecode hook, String name, String descriptor) {
    hook.addInvokestatic(recorder, name, descriptor);
    return hook.get();
  }

  /**
   * Appends the frame of an exception handler to a stack map: no local variables, a throwable on
   * the stack.
   */
  private static final class HandlerFrame {

    private HandlerFrame() {}

    /** Appends the frame for a position after all others. */
    static void add(CodeAttribute code, int position) throws BadBytecode {
      ConstPool constants = code.getConstPool();
      int[] tags = {StackMapTable.OBJECT};
      int[] types = {constants.addClassInfo(Throwable.class.getName())};
      StackMapTable table = (StackMapTable) code.getAttribute(StackMapTable.tag);
      LastFrame last = new LastFrame(table);
      StackMapTable.Writer writer = new StackMapTable.Writer(16);
      writer.fullFrame(position - last.position - 1, new int[0], new int[0], tags, types);
      if (table == null) {
        code.setAttribute(writer.toStackMapTable(constants));
        return;
      }
      byte[] old = table.get();
      byte[] added = writer.toByteArray();
      byte[] both = Arrays.copyOf(old, old.length + added.length - Short.BYTES);
      // both byte arrays begin with their number of frames
      System.arraycopy(added, Short.BYTES, both, old.length, added.length - Short.BYTES);
      ByteBuffer.wrap(both).putShort((short) (last.size() + 1));
      table.set(both);
    }

    /** Finds the position of the last frame by adding up the offsets of all frames. */
    private static final class LastFrame extends StackMapTable.Walker {

      private int position = -1;

      LastFrame(@Nullable StackMapTable table) throws BadBytecode {
        super(table == null ? new byte[Short.BYTES] : table.get());
        parse();
      }

      private void advance(int offsetDelta) {
        position += offsetDelta + 1;
      }

      @Override
      public void sameFrame(int pos, int offsetDelta) {
        advance(offsetDelta);
      }

      @Override
      public void sameLocals(int pos, int offsetDelta, int stackTag, int stackType) {
        advance(offsetDelta);
      }

      @Override
      public void chopFrame(int pos, int offsetDelta, int k) {
        advance(offsetDelta);
      }

      @Override
      public void appendFrame(int pos, int offsetDelta, int[] tags, int[] types) {
        advance(offsetDelta);
      }

      @Override
      public void fullFrame(
          int pos, int offsetDelta, int[] localTags, int[] locals, int[] stackTags, int[] stack) {
        advance(offsetDelta);
      }
    }
  }

  /**
   * Finds the instruction at which a constructor calls another constructor on the same object. The
   * object is uninitialized in all code before that instruction, and initialized in all code after
   * it.
   */
  static final class ConstructorCall {

    static final int NONE = -1;

    private ConstructorCall() {}

    /**
     * Returns the position of the call; {@link #NONE} if there is no position that separates code
     * with an uninitialized object from code with an initialized one. This is so if two branches
     * contain a call each, as Mockito generates them, if a jump bypasses the call, or if there is a
     * switch or an exception handler before it.
     */
    static int find(MethodInfo constructor) throws BadBytecode {
      ExceptionTable handlers = constructor.getCodeAttribute().getExceptionTable();
      CodeIterator code = constructor.getCodeAttribute().iterator();
      int call = code.skipConstructor();
      for (int i = 0; i < handlers.size(); i++) {
        if (handlers.startPc(i) <= call) {
          return NONE;
        }
      }
      code.begin();
      for (int at = 0; call >= 0 && at < call; at = code.next()) {
        if (mayJumpTo(code, at) > call) {
          return NONE;
        }
      }
      return call < 0 ? NONE : call;
    }

    /** Returns the farthest position to which an instruction may jump; its own if it does not. */
    private static int mayJumpTo(CodeIterator code, int at) {
      int opcode = code.byteAt(at);
      return switch (opcode) {
        case Opcode.TABLESWITCH, Opcode.LOOKUPSWITCH, Opcode.GOTO_W, Opcode.JSR_W ->
            Integer.MAX_VALUE; // rare before the call
        case Opcode.IFNULL, Opcode.IFNONNULL -> at + code.s16bitAt(at + 1);
        default -> opcode >= Opcode.IFEQ && opcode <= Opcode.JSR ? at + code.s16bitAt(at + 1) : at;
      };
    }
  }
}
