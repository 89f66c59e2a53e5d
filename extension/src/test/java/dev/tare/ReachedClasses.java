package dev.tare;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.BootstrapMethodsAttribute;
import javassist.bytecode.BootstrapMethodsAttribute.BootstrapMethod;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.ExceptionTable;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * The library classes that code can reach, found from method to method. It starts at all methods of
 * classes outside the libraries. An overriding method counts as called if its class is reached and
 * any method with its name and descriptor is called.
 */
final class ReachedClasses {

  private static final Pattern ARRAY = Pattern.compile("\\[+L(.*);|(.*?)(\\[])+");

  private final Map<String, ClassFile> types;
  private final Map<String, Map<String, MethodInfo>> methods = new HashMap<>();
  private final Predicate<String> isLibrary;
  private final Predicate<String> isNeverCalled;
  private final Set<String> reached = new HashSet<>();
  private final Set<String> called = new HashSet<>();
  private final Set<String> scanned = new HashSet<>();
  private final Map<String, String> missing = new TreeMap<>();
  private final Queue<Runnable> unscanned = new ArrayDeque<>();

  /**
   * Creates an empty search.
   *
   * @param types all class files, by name
   * @param isLibrary says whether a class belongs to a library
   * @param isNeverCalled says which library methods are not called, by class, name and descriptor
   */
  ReachedClasses(
      Map<String, ClassFile> types, Predicate<String> isLibrary, Predicate<String> isNeverCalled) {
    this.types = types;
    this.isLibrary = isLibrary;
    this.isNeverCalled = isNeverCalled;
    types.forEach(
        (name, type) ->
            methods.put(
                name,
                type.getMethods().stream()
                    .collect(Collectors.toMap(ReachedClasses::signature, method -> method))));
  }

  /** Returns the library classes that have no class file, each with a method that uses it. */
  Map<String, String> missing() {
    types.values().stream()
        .filter(type -> !isLibrary.test(type.getName()))
        .forEach(type -> type.getMethods().forEach(method -> scan(type, method)));
    while (!unscanned.isEmpty()) {
      unscanned.remove().run();
    }
    return missing;
  }

  private void scan(ClassFile type, MethodInfo method) {
    String name = type.getName() + "." + signature(method);
    CodeAttribute code = method.getCodeAttribute();
    if (code != null && !isNeverCalled.test(name) && scanned.add(name)) {
      unscanned.add(() -> scan(type, code, name));
    }
  }

  private void scan(ClassFile type, CodeAttribute code, String user) {
    ExceptionTable handlers = code.getExceptionTable();
    for (int i = 0; i < handlers.size(); i++) {
      if (handlers.catchType(i) != 0) {
        reach(type.getConstPool().getClassInfo(handlers.catchType(i)), user);
      }
    }
    CodeIterator instructions = code.iterator();
    try {
      while (instructions.hasNext()) {
        scanInstruction(type, instructions, instructions.next(), user);
      }
    } catch (BadBytecode e) {
      throw new IllegalStateException(user, e);
    }
  }

  private void scanInstruction(ClassFile type, CodeIterator code, int at, String user) {
    switch (code.byteAt(at)) {
      case Opcode.LDC -> scanConstant(type, code.byteAt(at + 1), user);
      case Opcode.LDC_W,
          Opcode.GETSTATIC,
          Opcode.PUTSTATIC,
          Opcode.GETFIELD,
          Opcode.PUTFIELD,
          Opcode.INVOKEVIRTUAL,
          Opcode.INVOKESPECIAL,
          Opcode.INVOKESTATIC,
          Opcode.INVOKEINTERFACE,
          Opcode.NEW,
          Opcode.ANEWARRAY,
          Opcode.CHECKCAST,
          Opcode.INSTANCEOF,
          Opcode.MULTIANEWARRAY ->
          scanConstant(type, code.u16bitAt(at + 1), user);
      case Opcode.INVOKEDYNAMIC -> {
        int index = type.getConstPool().getInvokeDynamicBootstrap(code.u16bitAt(at + 1));
        for (int argument : bootstrapMethod(type, index).arguments) {
          scanConstant(type, argument, user);
        }
      }
      default -> {
        // refers to no class, or to an array of primitives
      }
    }
  }

  private static BootstrapMethod bootstrapMethod(ClassFile type, int index) {
    return ((BootstrapMethodsAttribute) type.getAttribute(BootstrapMethodsAttribute.tag))
        .getMethods()[index];
  }

  private void scanConstant(ClassFile type, int index, String user) {
    ConstPool pool = type.getConstPool();
    switch (pool.getTag(index)) {
      case ConstPool.CONST_Class -> reach(pool.getClassInfo(index), user);
      case ConstPool.CONST_Fieldref -> reach(pool.getFieldrefClassName(index), user);
      case ConstPool.CONST_MethodHandle ->
          scanConstant(type, pool.getMethodHandleIndex(index), user);
      case ConstPool.CONST_Methodref ->
          call(
              pool.getMethodrefClassName(index),
              pool.getMethodrefName(index) + pool.getMethodrefType(index),
              user);
      case ConstPool.CONST_InterfaceMethodref ->
          call(
              pool.getInterfaceMethodrefClassName(index),
              pool.getInterfaceMethodrefName(index) + pool.getInterfaceMethodrefType(index),
              user);
      default -> {
        // a number, a string or a method type
      }
    }
  }

  private void reach(String className, String user) {
    String name =
        className.indexOf('[') < 0 ? className : ARRAY.matcher(className).replaceAll("$1$2");
    if (!isLibrary.test(name)) {
      return;
    }
    ClassFile type = types.get(name);
    if (type == null) {
      missing.putIfAbsent(name, user);
    } else if (reached.add(name)) {
      supertypes(type).forEach(above -> reach(above, name));
      type.getMethods().stream()
          .filter(method -> isCalledIfReached(type, method))
          .forEach(method -> scan(type, method));
    }
  }

  private boolean isCalledIfReached(ClassFile type, MethodInfo method) {
    return method.isStaticInitializer()
        || called.contains(signature(method))
        || overridesMethodOfJdk(type.getName(), method.getName());
  }

  private boolean overridesMethodOfJdk(String type, String method) {
    if (types.containsKey(type)) {
      return supertypes(types.get(type)).anyMatch(above -> overridesMethodOfJdk(above, method));
    }
    try {
      return !isLibrary.test(type)
          && Arrays.stream(Class.forName(type).getMethods())
              .anyMatch(inherited -> inherited.getName().equals(method));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private void call(String owner, String signature, String user) {
    reach(owner, user);
    if (isLibrary.test(owner)) {
      scanDeclaration(owner, signature);
      if (called.add(signature)) {
        List.copyOf(reached)
            .forEach(type -> scanDeclared(requireNonNull(types.get(type)), signature));
      }
    }
  }

  /** Scans the method that a call resolves to, which may be inherited. */
  private void scanDeclaration(String owner, String signature) {
    ClassFile type = types.get(owner);
    if (type != null && !scanDeclared(type, signature)) {
      supertypes(type).forEach(above -> scanDeclaration(above, signature));
    }
  }

  private boolean scanDeclared(ClassFile type, String signature) {
    MethodInfo found = requireNonNull(methods.get(type.getName())).get(signature);
    if (found != null) {
      scan(type, found);
    }
    return found != null;
  }

  private static Stream<String> supertypes(ClassFile type) {
    return Stream.concat(
        Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()));
  }

  private static String signature(MethodInfo method) {
    return method.getName() + method.getDescriptor();
  }
}
