package dev.tare.internal.agent.weave;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Descriptor;
import javassist.bytecode.Opcode;

/**
 * Finds the array allocations of one method that pass a variable number of arguments.
 *
 * <p>It simulates the operand stack in one pass over the instructions. An array that is the last
 * argument of a variable-arity call counts as created for the call; an explicit array that is
 * passed at once looks the same.
 */
final class Varargs {

  private static final int NO_ARRAY = -1;

  private final VariableArity methods;
  private final ConstPool constants;
  private final CodeIterator code;
  private final Set<Integer> found = new HashSet<>();
  private final Map<Integer, List<Integer>> atTargets = new HashMap<>();
  private Deque<Integer> stack = new ArrayDeque<>();

  private Varargs(CodeAttribute attribute, VariableArity methods) {
    this.methods = methods;
    this.constants = attribute.getConstPool();
    this.code = attribute.iterator();
  }

  /**
   * Returns the positions of the instructions that create such arrays, in code that is not woven
   * yet.
   */
  static Set<Integer> in(CodeAttribute attribute, VariableArity methods) throws BadBytecode {
    Varargs varargs = new Varargs(attribute, methods);
    while (varargs.code.hasNext()) {
      varargs.step(varargs.code.next());
    }
    return varargs.found;
  }

  private void step(int at) {
    List<Integer> stored = atTargets.remove(at);
    if (stored != null) {
      stack = new ArrayDeque<>(stored);
    }
    int opcode = code.byteAt(at);
    switch (opcode) {
      case Opcode.NEWARRAY, Opcode.ANEWARRAY -> {
        grow(-1);
        stack.push(at);
      }
      case Opcode.DUP -> stack.push(stack.isEmpty() ? NO_ARRAY : stack.peek());
      case Opcode.INVOKEVIRTUAL,
          Opcode.INVOKESPECIAL,
          Opcode.INVOKESTATIC,
          Opcode.INVOKEINTERFACE ->
          call(opcode, code.u16bitAt(at + 1));
      case Opcode.INVOKEDYNAMIC ->
          grow(Descriptor.dataSize(constants.getInvokeDynamicType(code.u16bitAt(at + 1))));
      case Opcode.GETFIELD, Opcode.PUTFIELD, Opcode.GETSTATIC, Opcode.PUTSTATIC ->
          field(opcode, code.u16bitAt(at + 1));
      case Opcode.MULTIANEWARRAY -> grow(1 - code.byteAt(at + 3));
      case Opcode.WIDE -> grow(Opcode.STACK_GROW[code.byteAt(at + 1)]);
      default -> {
        grow(Opcode.STACK_GROW[opcode]);
        branch(opcode, at);
      }
    }
  }

  private void call(int opcode, int method) {
    String descriptor = constants.getMethodrefType(method);
    boolean arrayLast = descriptor.matches("\\(.*\\[+(L[^;]+;|[A-Z])\\).*");
    if (arrayLast && !stack.isEmpty() && stack.peek() != NO_ARRAY) {
      String owner = constants.getClassInfo(constants.getMethodrefClass(method));
      if (methods.includes(owner, constants.getMethodrefName(method) + descriptor)) {
        found.add(stack.peek());
      }
    }
    grow(Descriptor.dataSize(descriptor) - (opcode == Opcode.INVOKESTATIC ? 0 : 1));
    forgetTop(descriptor);
  }

  private void field(int opcode, int field) {
    String type = constants.getFieldrefType(field);
    int size = Descriptor.dataSize(type);
    boolean get = opcode == Opcode.GETFIELD || opcode == Opcode.GETSTATIC;
    boolean isStatic = opcode == Opcode.GETSTATIC || opcode == Opcode.PUTSTATIC;
    grow((get ? size : -size) - (isStatic ? 0 : 1));
  }

  /** Marks the top of the stack, a call's return value, as no array. */
  private void forgetTop(String descriptor) {
    if (!descriptor.endsWith(")V") && !stack.isEmpty()) {
      stack.pop();
      stack.push(NO_ARRAY);
    }
  }

  private void branch(int opcode, int at) {
    boolean jumps =
        (opcode >= Opcode.IFEQ && opcode <= Opcode.GOTO)
            || opcode == Opcode.IFNULL
            || opcode == Opcode.IFNONNULL;
    if (jumps) {
      atTargets.putIfAbsent(at + code.s16bitAt(at + 1), new ArrayList<>(stack));
    }
  }

  private void grow(int words) {
    for (int i = 0; i < words; i++) {
      stack.push(NO_ARRAY);
    }
    for (int i = words; i < 0 && !stack.isEmpty(); i++) {
      stack.pop();
    }
  }
}
