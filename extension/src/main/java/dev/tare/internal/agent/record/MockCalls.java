package dev.tare.internal.agent.record;

import dev.tare.internal.agent.CalledMethod;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Descriptor;
import javassist.bytecode.LineNumberAttribute;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Recognizes calls that a mock of Mockito receives although the tested code does not make them: the
 * real method of a spy, which Mockito calls, and the calls that stub or verify a mock.
 *
 * <p>{@code verify(mailer).send()} is a call like any other for the JVM. It is recognized in the
 * bytecode of its line: its receiver is what a method of Mockito returns, or its result is passed
 * to one. Calls that are not recognized count.
 */
final class MockCalls {

  private static final String MOCKITO = "org.mockito.";
  private static final String STATIC_MOCK = MOCKITO + "internal.MockedStaticImpl";
  private static final String GENERATED = "$MockitoMock$";

  /** Methods of Mockito, its BDD form and its Kotlin form that return a mock to call. */
  private static final Set<String> RETURN_MOCK = Set.of("verify", "should", "when", "given");

  /** Methods of Mockito, its BDD form and its Kotlin form to which a call is passed. */
  private static final Set<String> TAKE_CALL = Set.of("when", "given", "whenever");

  private final ConstPool constants;
  private final CodeIterator code;
  private final List<Integer> instructions = new ArrayList<>();

  private MockCalls(MethodInfo method) throws BadBytecode {
    this.constants = method.getConstPool();
    this.code = method.getCodeAttribute().iterator();
    while (code.hasNext()) {
      instructions.add(code.next());
    }
  }

  /**
   * Returns whether Mockito makes a call, itself or through a lambda that stubs or verifies a
   * static method.
   *
   * @param callers the caller and its caller
   */
  static boolean areMadeByMockito(List<StackFrame> callers) {
    return callers.stream()
            .map(StackFrame::getClassName)
            .limit(1)
            .anyMatch(name -> name.startsWith(MOCKITO) || name.contains(GENERATED))
        || callers.stream().skip(1).anyMatch(frame -> frame.getClassName().equals(STATIC_MOCK));
  }

  /**
   * Returns whether all calls of a method in a line stub or verify a mock. The class file is the
   * one that the thread's context class loader finds.
   */
  static boolean stubOrVerify(StackTraceElement line, String called) {
    String file = line.getClassName().replace('.', '/') + ".class";
    try (InputStream in = loader().getResourceAsStream(file)) {
      return in != null && stubOrVerify(new ClassFile(new DataInputStream(in)), line, called);
    } catch (IOException | BadBytecode | RuntimeException e) {
      return false; // treated like a missing class file
    }
  }

  /** Returns whether the tests can use Mockito. */
  static boolean canBeMade() {
    return loader().getResource("org/mockito/Mockito.class") != null;
  }

  private static ClassLoader loader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context == null ? ClassLoader.getSystemClassLoader() : context;
  }

  private static boolean stubOrVerify(ClassFile file, StackTraceElement line, String called)
      throws BadBytecode {
    int found = 0;
    for (MethodInfo method : file.getMethods()) {
      CodeAttribute code = method.getCodeAttribute();
      if (code != null
          && method.getName().equals(line.getMethodName())
          && code.getAttribute(LineNumberAttribute.tag) instanceof LineNumberAttribute lines) {
        MockCalls calls = new MockCalls(method);
        for (int i = 0; i < calls.instructions.size(); i++) {
          if (lines.toLineNumber(calls.instructions.get(i)) == line.getLineNumber()
              && calls.calls(i, "", Set.of(called))) {
            if (!calls.hasReceiverFromMockito(i) && !calls.isPassedToMockito(i)) {
              return false;
            }
            found++;
          }
        }
      }
    }
    return found > 0;
  }

  /** Returns whether an instruction calls one of the methods, of an owner with the prefix. */
  private boolean calls(int instruction, String ownerPrefix, Set<String> names) {
    int at = instructions.get(instruction);
    return switch (code.byteAt(at)) {
      case Opcode.INVOKEVIRTUAL, Opcode.INVOKEINTERFACE, Opcode.INVOKESTATIC -> {
        CalledMethod called = CalledMethod.at(constants, code.u16bitAt(at + 1));
        yield called.owner().startsWith(ownerPrefix) && names.contains(called.name());
      }
      default -> false;
    };
  }

  /** Returns whether a method of Mockito returns the object on which an instruction calls. */
  private boolean hasReceiverFromMockito(int call) {
    int at = instructions.get(call);
    if (code.byteAt(at) == Opcode.INVOKESTATIC) {
      return false;
    }
    int parameters = Descriptor.paramSize(descriptor(at)); // words on the stack above the receiver
    int producer = call - 1;
    while (producer > 0 && (parameters > 0 || isCast(producer))) {
      parameters -= growth(instructions.get(producer));
      producer--;
    }
    return producer >= 0 && calls(producer, MOCKITO, RETURN_MOCK);
  }

  /** Returns whether the result of a call is passed to a method of Mockito, boxed or not. */
  private boolean isPassedToMockito(int call) {
    int next = call + 1;
    while (next < instructions.size()
        && (isCast(next) || calls(next, "java.lang.", Set.of("valueOf")))) {
      next++;
    }
    return next < instructions.size() && calls(next, MOCKITO, TAKE_CALL);
  }

  private boolean isCast(int instruction) {
    return code.byteAt(instructions.get(instruction)) == Opcode.CHECKCAST;
  }

  /** Returns the number of words by which an instruction makes the stack higher. */
  private int growth(int at) {
    int operation = code.byteAt(at);
    return switch (operation) {
      case Opcode.GETSTATIC -> Descriptor.dataSize(fieldType(at));
      case Opcode.GETFIELD -> Descriptor.dataSize(fieldType(at)) - 1;
      case Opcode.PUTSTATIC -> -Descriptor.dataSize(fieldType(at));
      case Opcode.PUTFIELD -> -Descriptor.dataSize(fieldType(at)) - 1;
      case Opcode.INVOKESTATIC -> Descriptor.dataSize(descriptor(at));
      case Opcode.INVOKEVIRTUAL, Opcode.INVOKESPECIAL, Opcode.INVOKEINTERFACE ->
          Descriptor.dataSize(descriptor(at)) - 1;
      case Opcode.INVOKEDYNAMIC ->
          Descriptor.dataSize(constants.getInvokeDynamicType(code.u16bitAt(at + 1)));
      case Opcode.MULTIANEWARRAY -> 1 - code.byteAt(at + 3);
      case Opcode.WIDE -> Opcode.STACK_GROW[code.byteAt(at + 1)];
      default -> Opcode.STACK_GROW[operation];
    };
  }

  private String fieldType(int at) {
    return constants.getFieldrefType(code.u16bitAt(at + 1));
  }

  private String descriptor(int at) {
    int reference = code.u16bitAt(at + 1);
    return constants.getTag(reference) == ConstPool.CONST_InterfaceMethodref
        ? constants.getInterfaceMethodrefType(reference)
        : constants.getMethodrefType(reference);
  }
}
