package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess.Granted;
import dev.tare.internal.agent.DiagnosticCommand;
import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.agent.weave.Retransformation;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.JMException;

/**
 * Lists and discards the machine code and the JIT profiles of methods.
 *
 * <ul>
 *   <li>Two equal methods of the application can be compiled into code that differs in speed by a
 *       factor of two and stays for the life of the JVM. Only a new compilation shows whether a
 *       difference is real.
 *   <li>HotSpot collects one profile per method (receiver types, taken branches) from all its
 *       callers, and compiles the method by this profile for every caller. Without their profiles,
 *       the JDK's methods are profiled as in a JVM that has run nothing else.
 * </ul>
 *
 * <p>Redefining a class, even with identical bytes, discards its methods' profiles and compiled
 * code.
 */
public final class CompiledCode {

  // HotSpot, jvmtiRedefineClasses.cpp: the methods are those of the newly parsed class file;
  // methodData.hpp: a profile belongs to one method. docs/internals/measurements/noise.md has the
  // effect on figures and the time that it takes.
  //
  // The diagnostic command Compiler.codelist (codeCache.cpp, print_codelist) lists the compiled
  // methods, one per line: id, level, state, class.method(parameters)result, addresses.

  /** All levels of compilation. */
  static final String ANY_LEVEL = "\\d";

  /** The level of C2. */
  static final String C2 = "4";

  /** The level of C1 for a method that is trivial, or that C2 may not compile. */
  static final String WITHOUT_PROFILE = "1";

  /**
   * Package of the classes that are bound into call sites at linkage. They hold no profiles of
   * callers.
   */
  private static final String LINKAGE_PACKAGE = "java.lang.invoke.";

  /** Test methods that have been timed in this JVM. */
  private static final Set<String> TIMED = ConcurrentHashMap.newKeySet();

  private CompiledCode() {}

  /** Returns whether a test method is timed now and was not before: its code may be compiled. */
  public static boolean isTimedFirst(String method) {
    return TIMED.add(method);
  }

  /**
   * Discards the compiled code and the profiles of the application's classes. Classes without
   * compiled code are left alone, because an application may have loaded thousands of them.
   *
   * @return false if not all could be discarded: without an agent, without a list of compiled
   *     methods, or if the JVM refuses a class
   */
  public static boolean discardOfApplication() {
    if (!(Agent.access() instanceof Granted granted)) {
      return false;
    }
    Set<String> compiled;
    try {
      compiled = classes(ANY_LEVEL);
    } catch (JMException | RuntimeException e) {
      return false; // not HotSpot, or a runtime without the management module
    }
    return !compiled.isEmpty()
        && Retransformation.redefine(
                granted.instrumentation(),
                type -> compiled.contains(type.getName()) && isOfApplication(type))
            .isEmpty();
  }

  private static boolean isOfApplication(Class<?> type) {
    return !JdkModules.isOfTheJdk(type)
        && !TareClasses.isInternal(type.getName())
        // stubs of earlier measurements, which are no longer called
        && !type.isSynthetic();
  }

  /**
   * Discards the profiles of the JDK's API classes and the code compiled from them; does nothing
   * without an agent.
   */
  public static void discardOfJdk() {
    if (Agent.access() instanceof Granted granted) {
      Instrumentation instrumentation = granted.instrumentation();
      List<Class<?>> unused =
          Retransformation.apply(
              instrumentation, Retransformation.loaded(instrumentation, CompiledCode::isJdkApi));
    }
  }

  private static boolean isJdkApi(Class<?> type) {
    return type.getClassLoader() == null
        && type.getName().startsWith("java.")
        && !type.getName().startsWith(LINKAGE_PACKAGE)
        && !type.isHidden();
  }

  /**
   * Returns the names of the classes with code of a level; none if the JVM only interprets.
   *
   * @throws JMException if this JVM does not list its methods in the expected form
   */
  static Set<String> classes(String level) throws JMException {
    String listing = DiagnosticCommand.execute("compilerCodelist");
    if (!listing.isBlank() && parse(listing, ANY_LEVEL).isEmpty()) {
      throw new JMException("this JVM does not list its compiled code");
    }
    return parse(listing, level);
  }

  /** Returns the names of the classes in a list; lines of another form are skipped. */
  static Set<String> parse(String listing, String level) {
    // a method name may contain spaces but no dot, so the last dot ends the class name
    return Pattern.compile(
            "^ *\\d+ +" + level + " +-?\\d+ +([^(\n]+)\\.[^.(\n]+\\(", Pattern.MULTILINE)
        .matcher(listing)
        .results()
        .map(line -> line.group(1))
        .collect(Collectors.toSet());
  }
}
