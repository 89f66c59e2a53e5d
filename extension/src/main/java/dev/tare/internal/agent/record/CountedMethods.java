package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.Hooks;
import dev.tare.internal.agent.weave.RecorderClass;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.AnnotationsAttribute;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Descriptor;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * All overloads of a method of a type, and the methods that override them, to be woven with
 * counters.
 *
 * @param parameters their parameter descriptors
 */
public record CountedMethods(String name, Set<String> parameters) {

  /** The annotation of methods that the JVM may replace by instructions of its own (intrinsics). */
  private static final String INTRINSIC = "jdk.internal.vm.annotation.IntrinsicCandidate";

  /**
   * Returns whether calls of a method cannot be counted because it is native or an intrinsic. The
   * JDK marks intrinsics, and HotSpot checks at startup that all are marked. The interpreter never
   * runs the bytecode of some, and compiled callers do not call the others.
   *
   * <p>A trial call would not show this: most intrinsics are replaced only after thousands of
   * calls, and a call may need an object or change one.
   *
   * <p>Needs no agent, so that annotations can be read without the module {@code java.instrument}.
   */
  public static boolean isUncountable(Method method) {
    return Modifier.isNative(method.getModifiers())
        || Arrays.stream(method.getDeclaredAnnotations())
            .anyMatch(found -> found.annotationType().getName().equals(INTRINSIC));
  }

  /** Returns all methods that a type declares or inherits, except from {@code Object}. */
  public static Stream<Method> all(Class<?> type) {
    Stream<Method> found = Arrays.stream(type.getMethods());
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      found = Stream.concat(Arrays.stream(owner.getDeclaredMethods()), found);
    }
    return found.filter(method -> method.getDeclaringClass() != Object.class);
  }

  /** Returns all overloads that a type declares or inherits. */
  static CountedMethods of(Class<?> type, String name) {
    return new CountedMethods(
        name,
        all(type)
            .filter(method -> method.getName().equals(name))
            .map(CountedMethods::parameters)
            .collect(Collectors.toSet()));
  }

  private static String parameters(Method method) {
    MethodType type = MethodType.methodType(void.class, method.getParameterTypes());
    return Descriptor.getParamDescriptor(type.toMethodDescriptorString());
  }

  /**
   * Weaves the counted methods of a class.
   *
   * @param inherited whether the class is the type or one of its supertypes; only then its static
   *     methods count
   * @return whether any method was woven
   */
  boolean weave(ClassFile file, boolean inherited) throws BadBytecode {
    boolean woven = false;
    for (MethodInfo method : findIn(file)) {
      boolean isStatic = (method.getAccessFlags() & AccessFlag.STATIC) != 0;
      if (method.getCodeAttribute() != null && (inherited || !isStatic)) {
        Hooks hooks = new Hooks(method.getCodeAttribute(), RecorderClass.CALLS);
        hooks.after(hooks.call(isStatic ? Opcode.ACONST_NULL : Opcode.ALOAD_0, "entered"));
        hooks.finish();
        woven = true;
      }
    }
    return woven;
  }

  /** Returns whether a class implements an overload; true if that cannot be determined. */
  boolean mayBeImplementedIn(Class<?> type) {
    try {
      return Arrays.stream(type.getDeclaredMethods())
          .anyMatch(
              method ->
                  method.getName().equals(name) && !Modifier.isAbstract(method.getModifiers()));
    } catch (LinkageError | TypeNotPresentException e) {
      return true; // a class in one of its signatures is missing
    }
  }

  /**
   * Returns whether each call of a class's counted methods runs bytecode that can be woven: none is
   * native or an intrinsic, or inherited by a bridge under other parameters.
   */
  boolean canCountAll(ClassFile file) throws BadBytecode {
    List<MethodInfo> found = findIn(file);
    return found.stream().allMatch(CountedMethods::canCount)
        && bridged(file).stream()
            .allMatch(
                target ->
                    parameters.contains(target)
                        || found.stream().anyMatch(method -> parameters(method).equals(target)));
  }

  private static boolean canCount(MethodInfo method) {
    boolean isAbstract = (method.getAccessFlags() & AccessFlag.ABSTRACT) != 0;
    boolean isIntrinsic =
        method.getAttribute(AnnotationsAttribute.visibleTag)
                instanceof AnnotationsAttribute annotations
            && annotations.getAnnotation(INTRINSIC) != null;
    return isAbstract || (method.getCodeAttribute() != null && !isIntrinsic);
  }

  /** Returns the counted methods of a class. Its bridges call these, and are not counted. */
  private List<MethodInfo> findIn(ClassFile file) throws BadBytecode {
    Set<String> bridged = bridged(file);
    List<MethodInfo> methods = file.getMethods();
    return methods.stream()
        .filter(method -> method.getName().equals(name) && !isBridge(method))
        .filter(method -> matches(method) || bridged.contains(parameters(method)))
        .toList();
  }

  /** Returns the parameter descriptors of the methods that a class's bridges call. */
  private Set<String> bridged(ClassFile file) throws BadBytecode {
    Set<String> found = new HashSet<>();
    List<MethodInfo> methods = file.getMethods();
    for (MethodInfo method : methods) {
      if (isBridge(method) && matches(method) && method.getCodeAttribute() != null) {
        CodeIterator code = method.getCodeAttribute().iterator();
        ConstPool constants = method.getConstPool();
        while (code.hasNext()) {
          int at = code.next();
          int opcode = code.byteAt(at);
          if (opcode >= Opcode.INVOKEVIRTUAL && opcode <= Opcode.INVOKEINTERFACE) {
            int called = constants.getMemberNameAndType(code.u16bitAt(at + 1));
            if (constants.getUtf8Info(constants.getNameAndTypeName(called)).equals(name)) {
              int type = constants.getNameAndTypeDescriptor(called);
              found.add(Descriptor.getParamDescriptor(constants.getUtf8Info(type)));
            }
          }
        }
      }
    }
    return found;
  }

  private boolean matches(MethodInfo method) {
    return method.getName().equals(name) && parameters.contains(parameters(method));
  }

  private static String parameters(MethodInfo method) {
    return Descriptor.getParamDescriptor(method.getDescriptor());
  }

  private static boolean isBridge(MethodInfo method) {
    return (method.getAccessFlags() & AccessFlag.BRIDGE) != 0;
  }
}
