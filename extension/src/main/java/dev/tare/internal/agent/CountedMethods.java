package dev.tare.internal.agent;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.Bytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Descriptor;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * The methods of a type by one name, and those that override them, woven to count their calls.
 *
 * @param name of the methods
 * @param parameters their parameters, as in a descriptor
 */
record CountedMethods(String name, Set<String> parameters) {

  private static final String COUNTER = RecorderClass.CALLS.inJavaLang();

  /** All overloads that an object of the type has, inherited ones included. */
  static CountedMethods of(Class<?> type, String name) {
    Set<String> parameters = new HashSet<>();
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      addAll(at.getDeclaredMethods(), name, parameters);
    }
    addAll(type.getMethods(), name, parameters);
    return new CountedMethods(name, parameters);
  }

  private static void addAll(Method[] methods, String name, Set<String> parameters) {
    Arrays.stream(methods)
        .filter(method -> method.getName().equals(name))
        .map(method -> MethodType.methodType(void.class, method.getParameterTypes()))
        .map(type -> Descriptor.getParamDescriptor(type.toMethodDescriptorString()))
        .forEach(parameters::add);
  }

  /**
   * Weaves those that a class has.
   *
   * @return whether there were any
   */
  boolean weave(ClassFile file) throws BadBytecode {
    boolean woven = false;
    for (MethodInfo method : in(file)) {
      CodeAttribute code = method.getCodeAttribute();
      if (code != null) {
        weave(method, code);
        woven = true;
      }
    }
    return woven;
  }

  /** Bridges lead to a method that is counted itself. */
  private List<MethodInfo> in(ClassFile file) {
    List<MethodInfo> methods = file.getMethods();
    Set<Integer> bridged = new HashSet<>();
    List<MethodInfo> found = new ArrayList<>();
    for (MethodInfo method : methods) {
      if (isBridge(method) && matches(method)) {
        bridged.add(Descriptor.numOfParameters(method.getDescriptor()));
      }
    }
    for (MethodInfo method : methods) {
      boolean own = matches(method);
      boolean behind =
          method.getName().equals(name)
              && bridged.contains(Descriptor.numOfParameters(method.getDescriptor()));
      if (!isBridge(method) && (own || behind)) {
        found.add(method);
      }
    }
    return found;
  }

  private boolean matches(MethodInfo method) {
    return method.getName().equals(name)
        && parameters.contains(Descriptor.getParamDescriptor(method.getDescriptor()));
  }

  private static boolean isBridge(MethodInfo method) {
    return (method.getAccessFlags() & AccessFlag.BRIDGE) != 0;
  }

  private static void weave(MethodInfo method, CodeAttribute attribute) throws BadBytecode {
    ConstPool constants = method.getConstPool();
    CodeIterator code = attribute.iterator();
    while (code.hasNext()) {
      int at = code.next();
      if (code.byteAt(at) == Opcode.INVOKESPECIAL
          && isSame(method, constants, code.u16bitAt(at + 1))) {
        code.insertAt(at, hook(constants, "delegating"));
        code.insertExAt(code.lookAhead(), hook(constants, "delegated"));
      }
    }
    Bytecode enter = new Bytecode(constants);
    if ((method.getAccessFlags() & AccessFlag.STATIC) != 0) {
      enter.addOpcode(Opcode.ACONST_NULL);
    } else {
      enter.addAload(0);
    }
    enter.addInvokestatic(COUNTER, "entered", "(Ljava/lang/Object;)V");
    attribute.iterator().insertExAt(0, enter.get());
    attribute.setMaxStack(Math.max(1, attribute.getMaxStack()));
  }

  /** Whether the method calls the one that it overrides. */
  private static boolean isSame(MethodInfo method, ConstPool constants, int reference) {
    boolean ofInterface = constants.getTag(reference) == ConstPool.CONST_InterfaceMethodref;
    String name =
        ofInterface
            ? constants.getInterfaceMethodrefName(reference)
            : constants.getMethodrefName(reference);
    String descriptor =
        ofInterface
            ? constants.getInterfaceMethodrefType(reference)
            : constants.getMethodrefType(reference);
    return method.getName().equals(name) && method.getDescriptor().equals(descriptor);
  }

  private static byte[] hook(ConstPool constants, String name) {
    Bytecode hook = new Bytecode(constants);
    hook.addInvokestatic(COUNTER, name, "()V");
    return hook.get();
  }
}
