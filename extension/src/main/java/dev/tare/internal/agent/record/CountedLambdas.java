package dev.tare.internal.agent.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.weave.ClassIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.BootstrapMethodsAttribute;
import javassist.bytecode.ClassFile;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Descriptor;
import javassist.bytecode.MethodInfo;
import org.jspecify.annotations.Nullable;

/**
 * Lambdas that implement a counted method. The class of a lambda is hidden and cannot be woven, but
 * the compiler puts the lambda's code into a private method of the class that has the lambda, its
 * <i>host</i>. A method reference has no such code, so it is not counted.
 *
 * <p>Lambdas in {@code java.lang} and in internal packages of the JDK are not counted either: the
 * JVM calls them when it loads classes and links code.
 */
final class CountedLambdas {

  private static final String FACTORY = "java.lang.invoke.LambdaMetafactory";

  /** Part of the names of the methods that javac and Kotlin create for the code of lambdas. */
  private static final String LAMBDA_CODE = "lambda$";

  /** Part of the names of the classes of lambdas, after the name of the host. */
  private static final String LAMBDA_CLASS = "$$Lambda";

  private final Class<?> type;
  private final CountedMethods methods;
  private final Set<Class<?>> searched = new HashSet<>();

  /** The woven classes, and whether all their lambdas that implement the method are counted. */
  private final Map<ClassIdentity, Boolean> hosts = new ConcurrentHashMap<>();

  CountedLambdas(Class<?> type, CountedMethods methods) {
    this.type = type;
    this.methods = methods;
  }

  /**
   * Returns whether a loaded class may have lambdas that implement the method, by its class file;
   * false if it has been searched before.
   */
  boolean mayBeIn(Class<?> other) {
    if (!type.isInterface()
        || other.isHidden()
        || other.isArray()
        || isInsideJdk(ClassIdentity.of(other))
        || !searched.add(other)) {
      return false;
    }
    String name = methods.name();
    String file = "/" + other.getName().replace('.', '/') + ".class";
    try (InputStream in = other.getResourceAsStream(file)) {
      String text = in == null ? "" : new String(in.readAllBytes(), ISO_8859_1);
      // a name stands after its length
      return text.contains("LambdaMetafactory") && text.contains((char) name.length() + name);
    } catch (IOException | RuntimeException e) {
      return false; // a class loader that throws or is closed
    }
  }

  /** Returns whether a class is that of a lambda or method reference. */
  static boolean isLambda(Class<?> type) {
    return type.isHidden() && type.getName().contains(LAMBDA_CLASS);
  }

  /** Returns the class that has a lambda. */
  static ClassIdentity host(Class<?> lambda) {
    String name = lambda.getName();
    return new ClassIdentity(
        lambda.getClassLoader(), name.substring(0, name.indexOf(LAMBDA_CLASS)));
  }

  /** Returns whether the calls of a lambda are counted. */
  boolean isCounted(Class<?> lambda) {
    return hosts.getOrDefault(host(lambda), false);
  }

  /**
   * Returns whether a lambda that is not counted is known to be a method reference, or inside the
   * JDK.
   */
  boolean isKnown(Class<?> lambda) {
    return hosts.containsKey(host(lambda)) || isInsideJdk(host(lambda));
  }

  private static boolean isInsideJdk(ClassIdentity host) {
    String name = host.name();
    boolean isPublic = name.startsWith("java.") || name.startsWith("javax.");
    return JdkModules.isJdkLoader(host.loader()) && (!isPublic || name.startsWith("java.lang."));
  }

  /** Takes back that a class was woven. */
  void failed(ClassIdentity host) {
    hosts.remove(host);
  }

  /**
   * Weaves counters into the code of the lambdas of a class that implement the method.
   *
   * @return whether there were any
   */
  boolean weave(ClassIdentity host, ClassFile file) throws BadBytecode {
    if (isInsideJdk(host)) {
      return false;
    }
    Set<String> counted = new HashSet<>();
    Set<String> others = new HashSet<>();
    ConstPool constants = file.getConstPool();
    for (int index = 1; index < constants.getSize(); index++) {
      if (constants.getTag(index) == ConstPool.CONST_InvokeDynamic) {
        addCode(host, file, index, counted, others);
      }
    }
    // the compiler may share the code of equal lambdas
    boolean isShared = counted.removeAll(others);
    boolean woven = false;
    List<MethodInfo> all = file.getMethods();
    for (MethodInfo method : all) {
      if (isCode(method) && counted.remove(method.getName() + method.getDescriptor())) {
        CallWeaver.weaveLambda(host.name(), method, methods.name());
        woven = true;
      }
    }
    hosts.put(host, counted.isEmpty() && !isShared);
    return woven;
  }

  private static boolean isCode(MethodInfo method) {
    return (method.getAccessFlags() & AccessFlag.PRIVATE) != 0
        && method.getName().contains(LAMBDA_CODE)
        && CallWeaver.canWeave(method);
  }

  /**
   * Adds the name and descriptor of the method with the code of a lambda.
   *
   * @param index the constant of the instruction that creates the lambda
   * @param counted to add to if the lambda implements the method
   * @param others to add to if it does not
   */
  private void addCode(
      ClassIdentity host, ClassFile file, int index, Set<String> counted, Set<String> others) {
    ConstPool constants = file.getConstPool();
    BootstrapMethodsAttribute bootstraps =
        (BootstrapMethodsAttribute) file.getAttribute(BootstrapMethodsAttribute.tag);
    var bootstrap = bootstraps.getMethods()[constants.getInvokeDynamicBootstrap(index)];
    int factory = constants.getMethodHandleIndex(bootstrap.methodRef);
    if (!constants.getMethodrefClassName(factory).equals(FACTORY)) {
      return;
    }
    int name = constants.getNameAndTypeName(constants.getInvokeDynamicNameAndType(index));
    String created = constants.getInvokeDynamicType(index);
    Set<String> types = new HashSet<>();
    types.add(Descriptor.toClassName(created.substring(created.indexOf(')') + 1)));
    for (int argument : bootstrap.arguments) {
      if (constants.getTag(argument) == ConstPool.CONST_Class) {
        types.add(constants.getClassInfo(argument)); // the lambda is also cast to this
      }
    }
    boolean counts =
        constants.getUtf8Info(name).equals(methods.name())
            && types.stream().anyMatch(type -> isImplementedByLambdasOf(type, host.loader()));
    int code = constants.getMethodHandleIndex(bootstrap.arguments[1]);
    (counts ? counted : others)
        .add(constants.getMethodrefName(code) + constants.getMethodrefType(code));
  }

  /**
   * Returns whether lambdas of an interface implement the method.
   *
   * @throws LinkageError if that cannot be determined; the host is then not woven
   */
  private boolean isImplementedByLambdasOf(String name, @Nullable ClassLoader loader) {
    try {
      Class<?> subtype = Class.forName(name, false, loader);
      // a bridge of the interface passes the call on to the lambda
      return type.isAssignableFrom(subtype)
          && Stream.of(subtype.getMethods())
              .filter(method -> method.isBridge() || Modifier.isAbstract(method.getModifiers()))
              .anyMatch(methods::matches);
    } catch (ClassNotFoundException e) {
      return false; // then there is no such lambda either
    }
  }
}
