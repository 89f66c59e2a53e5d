package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess.Granted;
import dev.tare.internal.agent.DiagnosticCommand;
import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.agent.weave.OtherAgents;
import dev.tare.internal.agent.weave.Retransformation;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.JMException;

/**
 * Lists and discards the machine code and the JIT profiles of methods, and switches the optimizing
 * compiler (C2) off and on. C2 removes allocations, in code of the application, of libraries and of
 * the JDK alike.
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
  //
  // compileBroker.cpp: a compiler directive is applied when a compilation is requested. A method
  // that is refused once is never compiled by C2 again, but by C1 without a profile (level 1),
  // until its class is redefined. Code that is compiled already stays until one of the classes
  // whose methods are in it is redefined.

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

  /**
   * Pattern that no method has, by which the directive is found again in the list of directives.
   */
  private static final String MARK = "dev/tare/Optimizer.hold";

  private static final String DIRECTIVE = "[{match:[\"*.*\",\"" + MARK + "\"],c2:{Exclude:true}}]";

  /** Level and class of a compilation by C2, as {@code 523 4 com.acme.Shop::sum (55 bytes)}. */
  private static final Pattern QUEUED_BY_C2 = Pattern.compile("\\s4\\s+(\\S+?)::");

  /** Begins the name of a lambda's class, after that of the class that contains the lambda. */
  private static final String LAMBDA = "$$Lambda";

  private static final long POLL_NANOS = 5_000_000;
  private static final int MAX_POLLS = 400;

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

  /**
   * Excludes all methods from C2 and discards the code that it has compiled.
   *
   * @return the classes whose code could not be discarded
   * @throws IOException if the directive cannot be written to the temporary folder
   * @throws JMException if this JVM accepts no compiler directives or does not list its code
   */
  static List<Class<?>> switchC2Off(Instrumentation instrumentation)
      throws IOException, JMException {
    try {
      addDirective();
      // the queue first: what leaves it meanwhile is in the list of compiled code
      Set<String> types = queued(DiagnosticCommand.execute("compilerQueue"));
      types.addAll(classes(C2));
      return redefine(instrumentation, types);
    } catch (Throwable e) {
      if (isC2Off()) {
        removeDirective();
      }
      throw e;
    }
  }

  /** Returns whether the directive is in force, from whichever copy of Tare. */
  static boolean isC2Off() {
    try {
      return DiagnosticCommand.execute("compilerDirectivesPrint").contains(MARK);
    } catch (JMException | RuntimeException e) {
      return false; // not HotSpot, or the JVM lacks that module
    }
  }

  /** Lets C2 compile all methods again, also those that it was asked for meanwhile. */
  static void switchC2On(Instrumentation instrumentation) throws JMException {
    removeDirective();
    redefine(instrumentation, classes(WITHOUT_PROFILE));
  }

  /**
   * Returns the names of the classes of which a method is queued for C2 or being compiled by it.
   *
   * @param listing the output of the diagnostic command {@code Compiler.queue}
   */
  static Set<String> queued(String listing) {
    return QUEUED_BY_C2
        .matcher(listing)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** Waits until no method is queued or being compiled, at most two seconds. */
  public static void awaitCompilations() {
    for (int i = 0; i < MAX_POLLS && isCompiling(); i++) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Returns whether methods are queued or being compiled; false if this JVM does not tell. */
  public static boolean isCompiling() {
    try {
      return isBusy(DiagnosticCommand.execute("compilerQueue"));
    } catch (JMException | RuntimeException e) {
      return false; // not HotSpot, or the JVM lacks that module
    }
  }

  /**
   * Returns whether a listing has a line with number, level and method of a compilation; no heading
   * contains the separator between class and method.
   *
   * @param listing the output of the diagnostic command {@code Compiler.queue}
   */
  static boolean isBusy(String listing) {
    return listing.contains("::");
  }

  /** Returns the class that contains a lambda, whose own class cannot be redefined. */
  private static String host(String type) {
    int lambda = type.indexOf(LAMBDA);
    return lambda > 0 ? type.substring(0, lambda) : type;
  }

  /**
   * Returns whether a class may be redefined. Linking the constants of a mocking agent again calls
   * methods of the JDK in which that agent has hooks, endlessly.
   */
  static boolean isRedefinable(String type) {
    return OtherAgents.label(type).isEmpty();
  }

  private static List<Class<?>> redefine(Instrumentation instrumentation, Set<String> names) {
    Set<String> hosts = names.stream().map(CompiledCode::host).collect(Collectors.toSet());
    return Retransformation.redefine(
        instrumentation, type -> hosts.contains(type.getName()) && isRedefinable(type.getName()));
  }

  private static void addDirective() throws IOException, JMException {
    Path file = Files.createTempFile("tare-directive-", ".json");
    try {
      Files.writeString(file, DIRECTIVE);
      String output =
          DiagnosticCommand.execute("compilerDirectivesAdd", '"' + file.toString() + '"');
      // the command throws nothing if it fails to parse the directive
      if (!output.startsWith("1 ")) {
        throw new JMException(output.lines().findFirst().orElse("no output"));
      }
    } finally {
      Files.delete(file);
    }
  }

  private static void removeDirective() throws JMException {
    DiagnosticCommand.execute("compilerDirectivesRemove");
  }
}
