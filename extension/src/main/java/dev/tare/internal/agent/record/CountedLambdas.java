package dev.tare.internal.agent.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

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
 * inside the JDK do not count either: the JVM calls some of them when it links code. Those that the
 * JDK returns, as {@code Comparator.comparing} does, count.
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

  /** Packages of the JDK with methods that return lambdas. */
  private static final Set<String> JDK_PACKAGES = Set.of("java.util", "java.util.function");

  // positions of the arguments of the factory
  private static final int CODE = 1;
  private static final int INSTANTIATED_TYPE = 2;

  private final Class<?> type;
  private final CountedMethods methods;
  private final ClassOrigins origins;
  private final Set<String> interfaces = new HashSet<>();
  private final Map<ClassIdentity, Set<String>> countedByHost = new ConcurrentHashMap<>();

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
      if (subtype.isInterface() && type.isAssignableFrom(subtype) && isFunctional(subtype)) {
        interfaces.add(subtype.getName());
      }
    }
  }

  /** Returns whether lambdas of an interface implement the counted method. */
  private boolean isFunctional(Class<?> type) {
    try {
      List<Method> unimplemented =
          Stream.of(type.getMethods())
              .filter(method -> Modifier.isAbstract(method.getModifiers()))
              .filter(method -> !isOfObject(method))
              .toList();
      return !unimplemented.isEmpty()
          && unimplemented.stream().allMatch(method -> method.getName().equals(methods.name()));
    } catch (LinkageError | TypeNotPresentException e) {
      return false; // a class in one of its signatures is missing
    }
  }

  private static boolean isOfObject(Method method) {
    try {
      Object.class.getMethod(method.getName(), method.getParameterTypes());
      return true;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  /** Returns whether a loaded class may be the host of lambdas that implement the method. */
  boolean mayBeHost(Class<?> type) {
    if (interfaces.isEmpty()
        || type.isHidden()
        || type.isArray()
        || isInsideJdk(ClassIdentity.of(type))
        || runsTests(type)) {
      return false;
    }
    String text = text(type);
    return text.contains("etafactory")
        && interfaces.stream().anyMatch(name -> text.contains(")L" + name.replace('.', '/') + ";"));
  }

  /** Returns the class file as a text of its bytes; empty for a generated class. */
  private static String text(Class<?> type) {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return in == null ? "" : new String(in.readAllBytes(), ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns whether a class is that of a lambda or method reference. */
  static boolean isLambda(Class<?> type) {
    return type.isHidden() && type.getName().contains(LAMBDA_CLASS);
  }

  /** Returns whether the calls of a lambda are counted, or do not count since it runs tests. */
  boolean isCounted(Class<?> lambda) {
    Set<String> counted = countedByHost.get(host(lambda));
    return runsTests(lambda)
        || (counted != null
            && Stream.of(lambda.getInterfaces())
                .filter(type::isAssignableFrom)
                .allMatch(implemented -> counted.contains(implemented.getName())));
  }

  /**
   * Returns whether a lambda that is not counted does not count: it is inside the JDK, or a method
   * reference of a library.
   */
  boolean isOfOthers(Class<?> lambda) {
    return isInsideJdk(host(lambda)) || (isMethodReference(lambda) && !isOfApplication(lambda));
  }

  /** Returns whether a lambda that is not counted must be a method reference. */
  boolean isMethodReference(Class<?> lambda) {
    return countedByHost.containsKey(host(lambda));
  }

  private boolean isOfApplication(Class<?> lambda) {
    return origins.origin(lambda.getName(), lambda.getClassLoader(), lambda.getProtectionDomain())
        == ClassOrigin.APPLICATION;
  }

  private static boolean isInsideJdk(ClassIdentity host) {
    String name = host.name();
    return JdkModules.isJdkLoader(host.loader())
        && !JDK_PACKAGES.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
  }

  static ClassIdentity host(Class<?> lambda) {
    String name = lambda.getName();
    return new ClassIdentity(
        lambda.getClassLoader(), name.substring(0, name.indexOf(LAMBDA_CLASS)));
  }

  /** Returns whether a class belongs to Tare or another tool that runs tests. */
  private boolean runsTests(Class<?> type) {
    return !origins.includes(type) || TOOLS.stream().anyMatch(type.getName()::startsWith);
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
    for (LambdaSite lambda : lambdas(file, bootstraps)) {
      if (!lambda.implementsAny(interfaces, methods)) {
        codeOfOthers.add(lambda.code);
      } else if (lambda.hasOwnCode) {
        interfacesByCode.computeIfAbsent(lambda.code, code -> new HashSet<>()).add(lambda.type);
      } else {
        uncounted.add(lambda.type);
      }
    }
    // the compiler may share the code of equal lambdas
    codeOfOthers.forEach(code -> uncounted.addAll(interfacesByCode.getOrDefault(code, Set.of())));
    interfacesByCode.keySet().removeAll(codeOfOthers);
    weave(file, interfacesByCode.keySet());
    Set<String> counted = new HashSet<>(interfaces);
    counted.removeAll(uncounted);
    countedByHost.put(host, counted);
    return !interfacesByCode.isEmpty();
  }

  private static void weave(ClassFile file, Set<String> codes) throws BadBytecode {
    List<MethodInfo> all = file.getMethods();
    for (MethodInfo method : all) {
      if (codes.contains(method.getName() + method.getDescriptor())) {
        CallWeaver.ofLambda(file.getName(), method).weave();
      }
    }
  }

  /**
   * An instruction that creates a lambda or method reference.
   *
   * @param type the interface
   * @param method the name of the method that it implements
   * @param parameters the parameter descriptors of this method and its bridges
   * @param code the name and descriptor of the method with the code
   * @param hasOwnCode whether nothing else calls this method
   */
  private record LambdaSite(
      String type, String method, Set<String> parameters, String code, boolean hasOwnCode) {

    boolean implementsAny(Set<String> interfaces, CountedMethods methods) {
      return interfaces.contains(type)
          && method.equals(methods.name())
          && parameters.stream().anyMatch(methods.parameters()::contains);
    }
  }

  private static List<LambdaSite> lambdas(ClassFile file, BootstrapMethodsAttribute bootstraps)
      throws BadBytecode {
    Set<String> ownCode = privateMethods(file);
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

  private static Set<String> privateMethods(ClassFile file) {
    Set<String> found = new HashSet<>();
    List<MethodInfo> all = file.getMethods();
    for (MethodInfo method : all) {
      if ((method.getAccessFlags() & AccessFlag.PRIVATE) != 0
          && method.getName().contains(LAMBDA_CODE)) {
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
    Set<String> parameters = new HashSet<>();
    for (int i = 0; i < bootstrap.arguments.length; i++) {
      int argument = bootstrap.arguments[i];
      if (i != INSTANTIATED_TYPE && constants.getTag(argument) == ConstPool.CONST_MethodType) {
        String bridged = constants.getUtf8Info(constants.getMethodTypeInfo(argument));
        parameters.add(Descriptor.getParamDescriptor(bridged));
      }
    }
    int reference = constants.getMethodHandleIndex(bootstrap.arguments[CODE]);
    String code = constants.getMethodrefName(reference) + constants.getMethodrefType(reference);
    String descriptor = constants.getInvokeDynamicType(index);
    int name = constants.getNameAndTypeName(constants.getInvokeDynamicNameAndType(index));
    return new LambdaSite(
        Descriptor.toClassName(descriptor.substring(descriptor.indexOf(')') + 1)),
        constants.getUtf8Info(name),
        parameters,
        code,
        constants.getMethodrefClassName(reference).equals(file.getName())
            && ownCode.contains(code));
  }
}
