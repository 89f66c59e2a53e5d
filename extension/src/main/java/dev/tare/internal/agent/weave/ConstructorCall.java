package dev.tare.internal.agent.weave;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.ExceptionTable;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Finds the instruction at which a constructor calls another constructor on the same object. The
 * object is uninitialized in all code before that instruction, and initialized in all code after
 * it.
 */
final class ConstructorCall {

  static final int NONE = -1;

  private static final int OFFSET = Integer.BYTES;

  private final MethodInfo constructor;
  private final CodeIterator code;
  private final ConstPool constants;

  private ConstructorCall(MethodInfo constructor) {
    this.constructor = constructor;
    this.code = constructor.getCodeAttribute().iterator();
    this.constants = constructor.getConstPool();
  }

  /**
   * Returns the position of the call. It is {@link #NONE} if there are two in branches, as Mockito
   * writes them, or if a jump bypasses the call, so that code with and without an initialized
   * object is mixed.
   */
  static int in(MethodInfo constructor) throws BadBytecode {
    ConstructorCall call = new ConstructorCall(constructor);
    int at = call.findOnly();
    return at == NONE || call.isBypassed(at) ? NONE : at;
  }

  private int findOnly() throws BadBytecode {
    // counts objects of NEW that still need their constructor; one whose arguments always throw is
    // never constructed
    Map<String, Integer> allocated = new HashMap<>();
    int found = NONE;
    code.begin();
    while (code.hasNext()) {
      int at = code.next();
      if (code.byteAt(at) == Opcode.NEW) {
        allocated.merge(constants.getClassInfo(code.u16bitAt(at + 1)), 1, Integer::sum);
      } else if (isConstructor(at) && !isOf(allocated, at)) {
        if (found != NONE) {
          return NONE;
        }
        found = at;
      }
    }
    return found;
  }

  private boolean isConstructor(int at) {
    if (code.byteAt(at) != Opcode.INVOKESPECIAL) {
      return false;
    }
    int called = code.u16bitAt(at + 1);
    return constants.getTag(called) == ConstPool.CONST_Methodref
        && constants.getMethodrefName(called).equals(MethodInfo.nameInit);
  }

  private boolean isOf(Map<String, Integer> allocated, int at) {
    String type = constants.getMethodrefClassName(code.u16bitAt(at + 1));
    int left = allocated.getOrDefault(type, 0);
    allocated.put(type, Math.max(0, left - 1));
    return left > 0;
  }

  private boolean isBypassed(int call) throws BadBytecode {
    ExceptionTable handlers = constructor.getCodeAttribute().getExceptionTable();
    for (int i = 0; i < handlers.size(); i++) {
      boolean before = handlers.startPc(i) <= call;
      if (before != handlers.endPc(i) <= call || before != handlers.handlerPc(i) <= call) {
        return true;
      }
    }
    code.begin();
    while (code.hasNext()) {
      int at = code.next();
      if (targets(at).anyMatch(target -> at <= call != target <= call)) {
        return true;
      }
    }
    return false;
  }

  private IntStream targets(int at) {
    int opcode = code.byteAt(at);
    int operands = (at / OFFSET + 1) * OFFSET; // of a switch
    return switch (opcode) {
      case Opcode.GOTO_W, Opcode.JSR_W -> IntStream.of(at + code.s32bitAt(at + 1));
      case Opcode.TABLESWITCH -> {
        int low = code.s32bitAt(operands + OFFSET);
        int high = code.s32bitAt(operands + 2 * OFFSET);
        yield targets(at, operands, OFFSET, high - low + 1, operands + 3 * OFFSET);
      }
      case Opcode.LOOKUPSWITCH -> {
        int pairs = code.s32bitAt(operands + OFFSET);
        yield targets(at, operands, 2 * OFFSET, pairs, operands + 3 * OFFSET);
      }
      default -> isJump(opcode) ? IntStream.of(at + code.s16bitAt(at + 1)) : IntStream.empty();
    };
  }

  private IntStream targets(int at, int defaultOffset, int step, int count, int first) {
    return IntStream.concat(
            IntStream.of(defaultOffset), IntStream.range(0, count).map(i -> first + i * step))
        .map(offset -> at + code.s32bitAt(offset));
  }

  private static boolean isJump(int opcode) {
    return (opcode >= Opcode.IFEQ && opcode <= Opcode.JSR)
        || opcode == Opcode.IFNULL
        || opcode == Opcode.IFNONNULL;
  }
}
