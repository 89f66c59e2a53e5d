package dev.tare.internal.agent.record;

import dev.tare.internal.agent.CalledMethod;
import dev.tare.internal.agent.weave.ClassIdentity;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.AnnotationsAttribute;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.CodeIterator;
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

  /** Returns all overloads that an object of the type has, inherited ones included. */
  static CountedMethods of(Class<?> type, String name) {
    Set<String> parameters = new HashSet<>();
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      addAll(owner.getDeclaredMethods(), name, parameters);
    }
    addAll(type.getMethods(), name, parameters);
    return new CountedMethods(name, parameters);
  }

  private static void addAll(Method[] methods, String name, Set<String> parameters) {
    Arrays.stream(methods)
        .filter(method -> method.getName().equals(name))
        .map(CountedMethods::parameters)
        .forEach(parameters::add);
  }

  private static String parameters(Method method) {
    MethodType type = MethodType.methodType(void.class, method.getParameterTypes());
    return Descriptor.getParamDescriptor(type.toMethodDescriptorString());
  }

  /**
   * Weaves the counted methods of a class.
   *
   * @param type the class
   * @param inherited whether the class is the type or one of its supertypes; only then its static
   *     methods count
   * @return whether any method was woven
   */
  boolean weave(ClassIdentity type, ClassFile file, boolean inherited) throws BadBytecode {
    boolean woven = false;
    for (var counted : findIn(file).entrySet()) {
      MethodInfo method = counted.getKey();
      boolean isStatic = (method.getAccessFlags() & AccessFlag.STATIC) != 0;
      if (CallWeaver.canWeave(method) && (inherited || !isStatic)) {
        new CallWeaver(type, method, counted.getValue()).weave();
        woven = true;
      }
    }
    return woven;
  }

  /** Returns whether a method is one of these, by its name and parameters. */
  boolean matches(Method method) {
    return method.getName().equals(name) && parameters.contains(parameters(method));
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
   * Returns the names of a class's methods that may be called without running bytecode that can be
   * woven.
   */
  Set<String> uncountable(ClassFile file) throws BadBytecode {
    Set<String> names = new HashSet<>();
    Set<String> declared = new HashSet<>();
    for (MethodInfo method : findIn(file).keySet()) {
      declared.add(parameters(method));
      boolean isTooLong = method.getCodeAttribute() != null && !CallWeaver.canWeave(method);
      boolean isNative = (method.getAccessFlags() & AccessFlag.NATIVE) != 0;
      if (isNative || isTooLong || isIntrinsic(method)) {
        names.add(file.getName() + "." + name + "()");
      }
    }
    for (String target : bridges(file).keySet()) {
      // the bridge calls an inherited method whose parameters no counted method has
      if (!declared.contains(target) && !parameters.contains(target)) {
        names.add(file.getName() + "." + name + "()");
      }
    }
    return names;
  }

  private static boolean isIntrinsic(MethodInfo method) {
    return method.getAttribute(AnnotationsAttribute.visibleTag)
            instanceof AnnotationsAttribute annotations
        && annotations.getAnnotation(INTRINSIC) != null;
  }

  /**
   * Returns the counted methods of a class, each with the parameter descriptors by which it can be
   * called: its own and those of its bridges. Bridges themselves are not counted.
   */
  private Map<MethodInfo, Set<String>> findIn(ClassFile file) throws BadBytecode {
    Map<String, Set<String>> bridges = bridges(file);
    Map<MethodInfo, Set<String>> found = new LinkedHashMap<>();
    List<MethodInfo> methods = file.getMethods();
    for (MethodInfo method : methods) {
      Set<String> bridged = bridges.getOrDefault(parameters(method), Set.of());
      boolean counted = matches(method) || !bridged.isEmpty();
      if (method.getName().equals(name) && !isBridge(method) && counted) {
        Set<String> callable = new HashSet<>(bridged);
        callable.add(parameters(method));
        found.put(method, callable);
      }
    }
    return found;
  }

  /**
   * Returns the parameter descriptors of a class's bridges, by the descriptors of the methods that
   * they call.
   */
  private Map<String, Set<String>> bridges(ClassFile file) throws BadBytecode {
    Map<String, Set<String>> found = new HashMap<>();
    List<MethodInfo> methods = file.getMethods();
    for (MethodInfo method : methods) {
      CodeAttribute code = method.getCodeAttribute();
      if (isBridge(method) && matches(method) && code != null) {
        for (String target : calledBy(method, code.iterator())) {
          found.computeIfAbsent(target, key -> new HashSet<>()).add(parameters(method));
        }
      }
    }
    return found;
  }

  /** Returns the parameter descriptors of the overloads that a bridge calls. */
  private Set<String> calledBy(MethodInfo bridge, CodeIterator code) throws BadBytecode {
    Set<String> found = new HashSet<>();
    while (code.hasNext()) {
      int at = code.next();
      switch (code.byteAt(at)) {
        case Opcode.INVOKEVIRTUAL, Opcode.INVOKESPECIAL, Opcode.INVOKEINTERFACE -> {
          CalledMethod called = CalledMethod.at(bridge.getConstPool(), code.u16bitAt(at + 1));
          if (called.name().equals(name)) {
            found.add(called.parameters());
          }
        }
        default -> {}
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
