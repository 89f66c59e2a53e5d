package dev.tare.internal.agent.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.weave.ClassIdentity;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassOrigins;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
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
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Descriptor;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;
import org.jspecify.annotations.Nullable;

/**
 * Lambdas that implement a counted method. The class of a lambda is hidden and cannot be woven, but
 * the compiler puts the lambda's code into a private method of the class that has the lambda, its
 * <i>host</i>. Only the lambda calls this method, so its calls are counted.
 *
 * <p>The code of a method reference is a method that others call too, so it is not counted. Lambdas
 * in {@code java.lang} and in internal packages of the JDK do not count either: the JVM calls them
 * when it loads classes and links code.
 *
 * <p>A lambda counts only if all lambdas of its interface in the host are known to be woven.
 */
final class CountedLambdas {

  private static final String FACTORY = "java.lang.invoke.LambdaMetafactory";

  /** Part of the names of the methods that javac and Kotlin create for the code of lambdas. */
  private static final String LAMBDA_CODE = "lambda$";

  /** Part of the names of the classes of lambdas, after the name of the host. */
  private static final String LAMBDA_CLASS = "$$Lambda";

  /** Beginnings of the names of hosts that run tests, and whose lambdas do not count. */
  private static final List<String> TOOLS =
      List.of("org.junit.", "org.apache.maven.", "org.gradle.", "com.intellij.rt.");

  /** Position of the code among the arguments of the factory. */
  private static final int CODE = 1;

  private final Class<?> type;
  private final CountedMethods methods;
  private final ClassOrigins origins;
  private final Set<String> interfaces = new HashSet<>();
  private final Set<Class<?>> searched = new HashSet<>();
  private final Map<ClassIdentity, HostLambdas> hosts = new ConcurrentHashMap<>();

  /**
   * Interfaces of the lambdas of a host that implement the method.
   *
   * @param woven those with lambdas whose code is woven
   * @param uncounted those with method references, or with lambdas that cannot be woven
   */
  private record HostLambdas(Set<String> woven, Set<String> uncounted) {}

  /**
   * @param loaded the loaded classes
   * @param type the type that has the counted methods
   * @param testInstances the test instances, whose classes belong to the application
   */
  CountedLambdas(
      Class<?>[] loaded, Class<?> type, CountedMethods methods, List<Object> testInstances) {
    this.type = type;
    this.methods = methods;
    this.origins =
        new ClassOrigins(
            testInstances.stream().<Class<?>>map(Object::getClass).toList(), ClassOrigin.JDK);
    for (Class<?> subtype : loaded) {
      if (isImplementedByLambdasOf(subtype)) {
        interfaces.add(subtype.getName());
      }
    }
    for (Class<?> other : loaded) {
      if (interfaces.contains(other.getName()) && !type.isAssignableFrom(other)) {
        interfaces.remove(other.getName()); // a class of the same name, from another class loader
      }
    }
  }

  /** Returns whether lambdas of an interface implement the counted method. */
  private boolean isImplementedByLambdasOf(Class<?> subtype) {
    if (!subtype.isInterface() || !type.isAssignableFrom(subtype)) {
      return false;
    }
    try {
      List<Method> named =
          Stream.of(subtype.getMethods())
              .filter(method -> method.getName().equals(methods.name()))
              .toList();
      // a bridge of the interface passes the call on to the lambda
      return named.stream().anyMatch(method -> Modifier.isAbstract(method.getModifiers()))
          && named.stream()
              .filter(method -> method.isBridge() || Modifier.isAbstract(method.getModifiers()))
              .anyMatch(methods::matches);
    } catch (LinkageError | TypeNotPresentException e) {
      return true; // a class in one of its signatures is missing
    }
  }

  /**
   * Returns whether a loaded class may be the host of lambdas that implement the method; false if
   * it has been searched before.
   */
  boolean isNewHost(Class<?> type) {
    if (interfaces.isEmpty()
        || type.isHidden()
        || type.isArray()
        || isInsideJdk(ClassIdentity.of(type))
        || runsTests(type)
        || !searched.add(type)) {
      return false;
    }
    String text = text(type);
    return text.contains("etafactory") // of metafactory and altMetafactory
        && interfaces.stream().anyMatch(name -> text.contains(")L" + inClassFile(name) + ";"));
  }

  /** Returns the name of a class as {@link #text} has it. */
  private static String inClassFile(String name) {
    return new String(name.replace('.', '/').getBytes(UTF_8), ISO_8859_1);
  }

  /** Returns the class file as a text of its bytes; empty for a generated class. */
  private static String text(Class<?> type) {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return in == null ? "" : new String(in.readAllBytes(), ISO_8859_1);
    } catch (IOException | RuntimeException e) {
      return ""; // also of a class loader that throws or is closed
    }
  }

  /** Returns whether a class is that of a lambda or method reference. */
  static boolean isLambda(Class<?> type) {
    return type.isHidden() && type.getName().contains(LAMBDA_CLASS);
  }

  /** Returns whether the calls of a lambda are counted, or need not be. */
  boolean isCounted(Class<?> lambda) {
    HostLambdas host = hosts.get(host(lambda));
    return runsTests(lambda)
        || interfaces(lambda)
            .allMatch(
                name ->
                    host != null && host.woven.contains(name) && !host.uncounted.contains(name));
  }

  /** Returns the interfaces of a lambda for which it implements the method. */
  private Stream<String> interfaces(Class<?> lambda) {
    return Stream.of(lambda.getInterfaces())
        .filter(this::isImplementedByLambdasOf)
        .map(Class::getName);
  }

  /**
   * Returns whether a lambda that is not counted does not count: it is in {@code java.lang} or an
   * internal package of the JDK, or a method reference of the JDK or a library.
   */
  boolean isOfOthers(Class<?> lambda) {
    return isInsideJdk(host(lambda)) || (isMethodReference(lambda) && !isOfApplication(lambda));
  }

  /** Returns whether a lambda that is not counted is a method reference. */
  boolean isMethodReference(Class<?> lambda) {
    HostLambdas host = hosts.get(host(lambda));
    return host != null && interfaces(lambda).anyMatch(host.uncounted::contains);
  }

  private boolean isOfApplication(Class<?> type) {
    return origins.includes(type)
        && origins.origin(type.getName(), type.getClassLoader(), type.getProtectionDomain())
            == ClassOrigin.APPLICATION;
  }

  private static boolean isInsideJdk(ClassIdentity host) {
    String name = host.name();
    boolean isPublic = name.startsWith("java.") || name.startsWith("javax.");
    return JdkModules.isJdkLoader(host.loader()) && (!isPublic || name.startsWith("java.lang."));
  }

  static ClassIdentity host(Class<?> lambda) {
    String name = lambda.getName();
    return new ClassIdentity(
        lambda.getClassLoader(), name.substring(0, name.indexOf(LAMBDA_CLASS)));
  }

  /** Returns whether a class belongs to Tare or another tool that runs tests. */
  private boolean runsTests(Class<?> type) {
    return !origins.includes(type)
        || (TOOLS.stream().anyMatch(type.getName()::startsWith) && !isOfApplication(type));
  }

  /**
   * Weaves counters into the code of the lambdas of a class that implement the method.
   *
   * @return whether there were any
   */
  boolean weave(ClassIdentity host, ClassFile file) throws BadBytecode {
    if (interfaces.isEmpty()
        || isInsideJdk(host)
        || !(file.getAttribute(BootstrapMethodsAttribute.tag)
            instanceof BootstrapMethodsAttribute bootstraps)) {
      return false;
    }
    Map<String, Set<String>> interfacesByCode = new HashMap<>();
    Set<String> uncounted = new HashSet<>();
    Set<String> codeOfOthers = new HashSet<>();
    for (LambdaSite site : lambdas(file, bootstraps)) {
      Set<String> counted = new HashSet<>(site.types);
      counted.retainAll(site.method.equals(methods.name()) ? interfaces : Set.of());
      if (counted.isEmpty()) {
        codeOfOthers.add(site.code);
      } else if (site.hasOwnCode) {
        interfacesByCode.computeIfAbsent(site.code, code -> new HashSet<>()).addAll(counted);
      } else {
        uncounted.addAll(counted);
      }
    }
    // the compiler may share the code of equal lambdas
    codeOfOthers.forEach(code -> uncounted.addAll(interfacesByCode.getOrDefault(code, Set.of())));
    interfacesByCode.keySet().removeAll(codeOfOthers);
    weave(host, file, interfacesByCode.keySet());
    Set<String> woven = new HashSet<>();
    interfacesByCode.values().forEach(woven::addAll);
    hosts.put(host, new HostLambdas(woven, uncounted));
    return !woven.isEmpty();
  }

  /** Takes back that a host was woven. */
  void failed(ClassIdentity host) {
    hosts.remove(host);
  }

  private static void weave(ClassIdentity host, ClassFile file, Set<String> codes)
      throws BadBytecode {
    List<MethodInfo> all = file.getMethods();
    for (MethodInfo method : all) {
      if (codes.contains(method.getName() + method.getDescriptor())) {
        CallWeaver.ofLambda(host, method).weave();
      }
    }
  }

  /**
   * An instruction that creates a lambda or method reference.
   *
   * @param types the interface, and those that it is also cast to
   * @param method the name of the method that it implements
   * @param code the name and descriptor of the method with the code
   * @param hasOwnCode whether nothing else calls this method, and it can be woven
   */
  private record LambdaSite(Set<String> types, String method, String code, boolean hasOwnCode) {}

  private static List<LambdaSite> lambdas(ClassFile file, BootstrapMethodsAttribute bootstraps)
      throws BadBytecode {
    Set<String> ownCode = ownCode(file);
    List<LambdaSite> found = new ArrayList<>();
    List<MethodInfo> all = file.getMethods();
    for (MethodInfo method : all) {
      if (method.getCodeAttribute() != null) {
        CodeIterator code = method.getCodeAttribute().iterator();
        while (code.hasNext()) {
          int at = code.next();
          if (code.byteAt(at) == Opcode.INVOKEDYNAMIC) {
            LambdaSite lambda = lambda(file, bootstraps, code.u16bitAt(at + 1), ownCode);
            if (lambda != null) {
              found.add(lambda);
            }
          }
        }
      }
    }
    return found;
  }

  /** Returns the names and descriptors of the methods with the code of lambdas. */
  private static Set<String> ownCode(ClassFile file) {
    Set<String> found = new HashSet<>();
    List<MethodInfo> all = file.getMethods();
    for (MethodInfo method : all) {
      if ((method.getAccessFlags() & AccessFlag.PRIVATE) != 0
          && method.getName().contains(LAMBDA_CODE)
          && CallWeaver.canWeave(method)) {
        found.add(method.getName() + method.getDescriptor());
      }
    }
    return found;
  }

  private static @Nullable LambdaSite lambda(
      ClassFile file, BootstrapMethodsAttribute bootstraps, int index, Set<String> ownCode) {
    ConstPool constants = file.getConstPool();
    BootstrapMethodsAttribute.BootstrapMethod bootstrap =
        bootstraps.getMethods()[constants.getInvokeDynamicBootstrap(index)];
    int factory = constants.getMethodHandleIndex(bootstrap.methodRef);
    if (!constants.getMethodrefClassName(factory).equals(FACTORY)) {
      return null;
    }
    String descriptor = constants.getInvokeDynamicType(index);
    Set<String> types = new HashSet<>();
    types.add(Descriptor.toClassName(descriptor.substring(descriptor.indexOf(')') + 1)));
    for (int argument : bootstrap.arguments) {
      if (constants.getTag(argument) == ConstPool.CONST_Class) {
        types.add(constants.getClassInfo(argument));
      }
    }
    int reference = constants.getMethodHandleIndex(bootstrap.arguments[CODE]);
    String code = constants.getMethodrefName(reference) + constants.getMethodrefType(reference);
    int name = constants.getNameAndTypeName(constants.getInvokeDynamicNameAndType(index));
    return new LambdaSite(
        types,
        constants.getUtf8Info(name),
        code,
        constants.getMethodrefClassName(reference).equals(file.getName())
            && ownCode.contains(code));
  }
}
