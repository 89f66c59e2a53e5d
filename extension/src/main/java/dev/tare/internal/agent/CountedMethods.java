package dev.tare.internal.agent;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.AnnotationsAttribute;
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

  /** The annotation of methods that the JVM may replace by instructions of its own. */
  static final String INTRINSIC = "jdk.internal.vm.annotation.IntrinsicCandidate";

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
   * @param inherited whether the type has the class's static methods: it is the type or above it
   * @return whether there were any
   */
  boolean weave(ClassFile file, boolean inherited) throws BadBytecode {
    boolean woven = false;
    for (MethodInfo method : in(file)) {
      CodeAttribute code = method.getCodeAttribute();
      boolean isStatic = (method.getAccessFlags() & AccessFlag.STATIC) != 0;
      if (code != null && (inherited || !isStatic)) {
        weave(file.getName(), method, code);
        woven = true;
      }
    }
    return woven;
  }

  /** The names of those whose calls a class may not make by their bytecode. */
  Set<String> uncountable(ClassFile file) {
    Set<String> names = new HashSet<>();
    for (MethodInfo method : in(file)) {
      if ((method.getAccessFlags() & AccessFlag.NATIVE) != 0 || isIntrinsic(method)) {
        names.add(method.getName());
      }
    }
    return names;
  }

  private static boolean isIntrinsic(MethodInfo method) {
    return method.getAttribute(AnnotationsAttribute.visibleTag)
            instanceof AnnotationsAttribute annotations
        && annotations.getAnnotation(INTRINSIC) != null;
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

  private static void weave(String owner, MethodInfo method, CodeAttribute attribute)
      throws BadBytecode {
    ConstPool constants = method.getConstPool();
    CodeIterator code = attribute.iterator();
    while (code.hasNext()) {
      int at = code.next();
      if (code.byteAt(at) == Opcode.INVOKESPECIAL
          && isOverridden(owner, method, constants, code.u16bitAt(at + 1))) {
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

  /**
   * Whether the method calls the one that it overrides. Before Java 11 a private method calls
   * itself by the same instruction.
   */
  private static boolean isOverridden(
      String caller, MethodInfo method, ConstPool constants, int reference) {
    boolean ofInterface = constants.getTag(reference) == ConstPool.CONST_InterfaceMethodref;
    String name =
        ofInterface
            ? constants.getInterfaceMethodrefName(reference)
            : constants.getMethodrefName(reference);
    String descriptor =
        ofInterface
            ? constants.getInterfaceMethodrefType(reference)
            : constants.getMethodrefType(reference);
    String owner =
        ofInterface
            ? constants.getInterfaceMethodrefClassName(reference)
            : constants.getMethodrefClassName(reference);
    return !owner.equals(caller)
        && method.getName().equals(name)
        && method.getDescriptor().equals(descriptor);
  }

  private static byte[] hook(ConstPool constants, String name) {
    Bytecode hook = new Bytecode(constants);
    hook.addInvokestatic(COUNTER, name, "()V");
    return hook.get();
  }
}
