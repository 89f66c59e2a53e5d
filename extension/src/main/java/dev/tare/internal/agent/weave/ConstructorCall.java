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
 * Finds where a constructor calls another on the same object. All code before that has no object
 * yet, and all code behind it has.
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
   * The position of the call. {@link #NONE} where there are two, in branches, as Mockito makes
   * them, or where a jump leads past it, so that code with and without the object is mixed.
   */
  static int in(MethodInfo constructor) throws BadBytecode {
    ConstructorCall call = new ConstructorCall(constructor);
    int at = call.only();
    return at == NONE || call.isPassed(at) ? NONE : at;
  }

  private int only() throws BadBytecode {
    // a new object whose arguments always throw is never constructed
    Map<String, Integer> others = new HashMap<>();
    int found = NONE;
    code.begin();
    while (code.hasNext()) {
      int at = code.next();
      if (code.byteAt(at) == Opcode.NEW) {
        others.merge(constants.getClassInfo(code.u16bitAt(at + 1)), 1, Integer::sum);
      } else if (isConstructor(at) && !isOf(others, at)) {
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

  private boolean isOf(Map<String, Integer> others, int at) {
    String type = constants.getMethodrefClassName(code.u16bitAt(at + 1));
    int left = others.getOrDefault(type, 0);
    others.put(type, Math.max(0, left - 1));
    return left > 0;
  }

  private boolean isPassed(int call) throws BadBytecode {
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

  /** Where the instruction may jump to. */
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

  private IntStream targets(int at, int otherwise, int step, int count, int first) {
    return IntStream.concat(
            IntStream.of(otherwise), IntStream.range(0, count).map(i -> first + i * step))
        .map(offset -> at + code.s32bitAt(offset));
  }

  private static boolean isJump(int opcode) {
    return (opcode >= Opcode.IFEQ && opcode <= Opcode.JSR)
        || opcode == Opcode.IFNULL
        || opcode == Opcode.IFNONNULL;
  }
}
