package dev.tare.internal.agent;

import dev.tare.internal.agent.Access.Granted;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;

/**
 * Discards what the JIT compilers have made of the application's classes: machine code and
 * profiles. The classes are compiled anew when they are called again.
 *
 * <p>Two equal methods can be compiled into code that differs in speed by a factor of two, and keep
 * it for as long as the JVM runs. Only a new compilation shows whether a difference is real.
 */
public final class ApplicationCode {

  // Redefining a class by itself replaces its methods, see JdkProfiles. Only classes with compiled
  // code are redefined, since an application may have loaded ten thousand others. HotSpot lists its
  // compiled methods by the diagnostic command Compiler.codelist (codeCache.cpp, print_codelist),
  // one in a line: number, level, state, class.method(parameters)result, addresses. Measured: 2 ms
  // for the list of 1,500 methods; 5 ms to redefine 2 classes.

  private static final int METHOD_COLUMN = 3;

  private static final String TARE = internalPackages();

  private ApplicationCode() {}

  /**
   * Discards it.
   *
   * @return whether this JVM could: false without an agent, or without a list of compiled methods
   */
  public static boolean discard() {
    if (!(Agent.access() instanceof Granted granted)) {
      return false;
    }
    Optional<Set<String>> compiled = compiled();
    if (compiled.isEmpty()) {
      return false;
    }
    Instrumentation instrumentation = granted.instrumentation();
    List<Class<?>> types =
        Stream.<Class<?>>of(instrumentation.getAllLoadedClasses())
            .filter(type -> compiled.get().contains(type.getName()))
            .filter(ApplicationCode::isOfApplication)
            .filter(instrumentation::isModifiableClass)
            .toList();
    List<Class<?>> refused = new ArrayList<>();
    new Retransforming(instrumentation, refused::add).apply(new OwnCode(type -> true), types);
    return refused.isEmpty();
  }

  private static Optional<Set<String>> compiled() {
    try {
      Set<String> classes = classes(DiagnosticCommand.give("compilerCodelist"));
      // the JVM has compiled methods of its own classes at least
      return classes.isEmpty() ? Optional.empty() : Optional.of(classes);
    } catch (JMException | RuntimeException e) {
      // another JVM, or one without that module
      return Optional.empty();
    }
  }

  /** Returns the names of the classes in a list of compiled methods. */
  static Set<String> classes(String listing) {
    return listing
        .lines()
        .map(line -> line.split(" ", METHOD_COLUMN + 2))
        .filter(columns -> columns.length > METHOD_COLUMN)
        .map(columns -> columns[METHOD_COLUMN])
        .filter(method -> method.indexOf('(') > 0)
        .map(method -> method.substring(0, method.indexOf('(')))
        .filter(name -> name.indexOf('.') > 0)
        .map(name -> name.substring(0, name.lastIndexOf('.')))
        .collect(Collectors.toSet());
  }

  private static boolean isOfApplication(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader != null
        && loader != ClassLoader.getPlatformClassLoader()
        && !type.getName().startsWith(TARE)
        // the stubs of trials before, which nothing calls any more
        && !type.isSynthetic();
  }

  /** Tare's own machinery, which runs meanwhile. */
  private static String internalPackages() {
    String own = ApplicationCode.class.getPackageName();
    return own.substring(0, own.lastIndexOf('.') + 1);
  }
}
