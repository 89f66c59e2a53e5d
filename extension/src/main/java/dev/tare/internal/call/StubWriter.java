package dev.tare.internal.call;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.Bytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.ConstPool;
import javassist.bytecode.DuplicateMemberException;
import javassist.bytecode.FieldInfo;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;
import javassist.bytecode.StackMapTable;

/**
 * Writes the class file of a stub: {@code LongConsumer} calls n times in a loop, {@code Callable}
 * once and returns the value.
 *
 * <p>A stub refers only to the JDK, the called class and its parameter types, because the test's
 * class loader may not find anything else. Resolution through a class loader allocates, so the
 * constructor resolves everything.
 */
final class StubWriter {

  /** The type of the stub's constructor: the target, its arguments, the cell of the black hole. */
  static final MethodType CONSTRUCTOR =
      MethodType.methodType(void.class, Object.class, Object[].class, Object.class);

  private static final String TARGET = "target";
  private static final String CELL = "cell";
  private static final int COUNT_SLOT = 1;
  private static final int TARGET_SLOT = 3;
  private static final int CELL_SLOT = 4;

  private final String stub;
  private final Class<?> owner;
  private final Method method;
  private final MethodType called;
  private final Class<?>[] parameters;
  private final BlackHole blackHole;
  private final boolean usesCompilerBlackHole;
  private final ClassFile file;
  private final ConstPool constants;

  private StubWriter(String stub, Class<?> owner, Method method) {
    this.stub = stub;
    this.owner = owner;
    this.method = method;
    this.called = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    this.parameters = called.parameterArray();
    this.blackHole = BlackHole.of(called.returnType());
    this.usesCompilerBlackHole =
        blackHole == BlackHole.REFERENCE && CompilerBlackHole.isAvailable();
    this.file = new ClassFile(false, stub, "java.lang.Object");
    this.constants = file.getConstPool();
  }

  /**
   * Returns the class file.
   *
   * @param name the binary name of the stub
   * @param owner the class through which the method is called
   */
  static byte[] write(String name, Class<?> owner, Method called) {
    StubWriter writer = new StubWriter(name, owner, called);
    try {
      writer.addMembers();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
      writer.file.write(new DataOutputStream(bytes));
      return bytes.toByteArray();
    } catch (DuplicateMemberException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addMembers() throws DuplicateMemberException {
    file.setMajorVersion(ClassFile.JAVA_11); // the first with nests
    file.setAccessFlags(AccessFlag.FINAL | AccessFlag.SUPER | AccessFlag.SYNTHETIC);
    file.setInterfaces(
        new String[] {"java.util.function.LongConsumer", "java.util.concurrent.Callable"});
    addField(TARGET, owner.descriptorString());
    addField(CELL, blackHole.cellDescriptor());
    for (int i = 0; i < parameters.length; i++) {
      addField(argument(i), parameters[i].descriptorString());
    }
    file.addMethod(method("<init>", CONSTRUCTOR.descriptorString(), constructor()));
    file.addMethod(loopBody());
    file.addMethod(method("call", "()Ljava/lang/Object;", callBody()));
    if (usesCompilerBlackHole) {
      MethodInfo hole = method(CompilerBlackHole.METHOD, CompilerBlackHole.DESCRIPTOR, emptyBody());
      hole.setAccessFlags(AccessFlag.PRIVATE | AccessFlag.STATIC);
      file.addMethod(hole);
    }
  }

  private Bytecode constructor() {
    Bytecode code = new Bytecode(constants, 0, 4);
    code.addAload(0);
    code.addInvokespecial("java.lang.Object", "<init>", "()V");
    code.addAload(0);
    code.addAload(1);
    code.addCheckcast(owner.getName());
    code.addPutfield(stub, TARGET, owner.descriptorString());
    code.addAload(0);
    code.addAload(3);
    code.addCheckcast(blackHole.cellName());
    code.addPutfield(stub, CELL, blackHole.cellDescriptor());
    for (int i = 0; i < parameters.length; i++) {
      code.addAload(0);
      code.addAload(2);
      code.addIconst(i);
      code.addOpcode(Opcode.AALOAD);
      unbox(code, parameters[i]);
      code.addPutfield(stub, argument(i), parameters[i].descriptorString());
    }
    getCell(code);
    blackHole.consumeZero(code);
    code.addOpcode(Opcode.RETURN);
    return code;
  }

  private Bytecode callBody() {
    Bytecode code = new Bytecode(constants, 0, 1);
    getTarget(code);
    invoke(code);
    box(code, called.returnType());
    code.addOpcode(Opcode.ARETURN);
    return code;
  }

  // The arguments are read from their fields in each iteration: after the opaque write the JIT
  // cannot assume them to be unchanged, and so cannot hoist code that depends only on them out of
  // the loop.
  private MethodInfo loopBody() {
    Bytecode code = new Bytecode(constants, 0, 5);
    getTarget(code);
    code.addAstore(TARGET_SLOT);
    getCell(code);
    code.addAstore(CELL_SLOT);
    int head = code.currentPc();
    code.addLload(COUNT_SLOT);
    code.addOpcode(Opcode.LCONST_0);
    code.addOpcode(Opcode.LCMP);
    int exit = code.currentPc();
    code.addOpcode(Opcode.IFLE);
    code.addIndex(0); // patched below
    code.addAload(CELL_SLOT);
    code.addAload(TARGET_SLOT);
    invoke(code);
    if (usesCompilerBlackHole) {
      code.addInvokestatic(stub, CompilerBlackHole.METHOD, CompilerBlackHole.DESCRIPTOR);
      code.addOpcode(
          Opcode.ACONST_NULL); // the opaque write of null separates the calls and needs no barrier
    }
    blackHole.consume(code);
    countDown(code);
    int back = code.currentPc();
    code.addOpcode(Opcode.GOTO);
    code.addIndex(head - back);
    int end = code.currentPc();
    code.write16bit(exit + 1, end - exit);
    code.addOpcode(Opcode.RETURN);
    MethodInfo loopBody = method("accept", "(J)V", code);
    loopBody.getCodeAttribute().setAttribute(frames(head, end));
    return loopBody;
  }

  private Bytecode emptyBody() {
    Bytecode code = new Bytecode(constants, 0, 1);
    code.addOpcode(Opcode.RETURN);
    return code;
  }

  private static void countDown(Bytecode code) {
    code.addLload(COUNT_SLOT);
    code.addOpcode(Opcode.LCONST_1);
    code.addOpcode(Opcode.LSUB);
    code.addLstore(COUNT_SLOT);
  }

  private StackMapTable frames(int head, int end) {
    int[] tags = {StackMapTable.OBJECT, StackMapTable.OBJECT};
    int[] classes = {
      constants.addClassInfo(owner.getName()), constants.addClassInfo(blackHole.cellName())
    };
    StackMapTable.Writer frames = new StackMapTable.Writer(16);
    frames.appendFrame(head, tags, classes);
    frames.sameFrame(end - head - 1);
    return frames.toStackMapTable(constants);
  }

  /** Writes the call; the target is on the stack. */
  private void invoke(Bytecode code) {
    int slots = 1;
    for (int i = 0; i < parameters.length; i++) {
      code.addAload(0);
      code.addGetfield(stub, argument(i), parameters[i].descriptorString());
      slots += parameters[i] == long.class || parameters[i] == double.class ? 2 : 1;
    }
    String descriptor = called.descriptorString();
    if (owner.isInterface()) {
      code.addInvokeinterface(owner.getName(), method.getName(), descriptor, slots);
    } else {
      code.addInvokevirtual(owner.getName(), method.getName(), descriptor);
    }
  }

  private void getTarget(Bytecode code) {
    code.addAload(0);
    code.addGetfield(stub, TARGET, owner.descriptorString());
  }

  private void getCell(Bytecode code) {
    code.addAload(0);
    code.addGetfield(stub, CELL, blackHole.cellDescriptor());
  }

  private void addField(String field, String descriptor) throws DuplicateMemberException {
    FieldInfo added = new FieldInfo(constants, field, descriptor);
    added.setAccessFlags(AccessFlag.PRIVATE | AccessFlag.FINAL);
    file.addField(added);
  }

  private MethodInfo method(String name, String descriptor, Bytecode code) {
    MethodInfo added = new MethodInfo(constants, name, descriptor);
    added.setAccessFlags(AccessFlag.PUBLIC);
    added.setCodeAttribute(code.toCodeAttribute());
    return added;
  }

  private static String argument(int index) {
    return "argument".concat(Integer.toString(index));
  }

  /** Writes code that converts the object on the stack to a value of the type. */
  private static void unbox(Bytecode code, Class<?> type) {
    Class<?> boxed = boxed(type);
    code.addCheckcast(boxed.getName());
    if (type.isPrimitive()) {
      code.addInvokevirtual(
          boxed.getName(),
          type.getName().concat("Value"),
          MethodType.methodType(type).descriptorString());
    }
  }

  /**
   * Writes code that converts the value of the type on the stack to an object; for void it pushes
   * null.
   */
  private static void box(Bytecode code, Class<?> type) {
    if (type == void.class) {
      code.addOpcode(Opcode.ACONST_NULL);
    } else if (type.isPrimitive()) {
      String boxing = MethodType.methodType(boxed(type), type).descriptorString();
      code.addInvokestatic(boxed(type).getName(), "valueOf", boxing);
    }
  }

  private static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }
}
