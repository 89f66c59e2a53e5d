package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.DiagnosticCommand;
import dev.tare.internal.agent.weave.IdentityTransformer;
import dev.tare.internal.agent.weave.OtherAgents;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.JMException;

/**
 * Switches the optimizing compiler (C2) of this JVM off and on. C2 removes allocations, in code of
 * the application, of libraries and of the JDK alike.
 */
public final class OptimizingCompiler {

  // HotSpot, compileBroker.cpp: a compiler directive is applied when a compilation is requested. A
  // method that is refused once is never compiled by C2 again, but by C1 without a profile (level
  // 1), until its class is redefined. Code that is compiled already stays until one of the classes
  // whose methods are in it is redefined.

  private static final String DIRECTIVE = "[{match:[\"*.*\"],c2:{Exclude:true}}]";

  /** Level and class of a compilation by C2, as {@code 523 4 com.acme.Shop::sum (55 bytes)}. */
  private static final Pattern QUEUED_BY_C2 = Pattern.compile("\\s4\\s+(\\S+?)::");

  /** Begins the name of a lambda's class, after that of the class that contains the lambda. */
  private static final String LAMBDA = "$$Lambda";

  private OptimizingCompiler() {}

  /**
   * Excludes all methods from C2 and discards the code that it has compiled.
   *
   * @return the classes whose code could not be discarded
   * @throws IOException if the directive cannot be written to the temporary folder
   * @throws JMException if this JVM accepts no compiler directives or does not list its code
   */
  public static List<Class<?>> switchOff(Instrumentation instrumentation)
      throws IOException, JMException {
    addDirective();
    try {
      // the queue first: what leaves it meanwhile is in the list of compiled code
      Set<String> types = queued(DiagnosticCommand.execute("compilerQueue"));
      types.addAll(CompiledClasses.list(CompiledClasses.C2));
      return redefine(instrumentation, types);
    } catch (JMException | RuntimeException e) {
      removeDirective();
      throw e;
    }
  }

  /** Lets C2 compile all methods again, also those that it was asked for meanwhile. */
  public static void switchOn(Instrumentation instrumentation) throws JMException {
    removeDirective();
    redefine(instrumentation, CompiledClasses.list(CompiledClasses.WITHOUT_PROFILE));
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
    Set<String> hosts = names.stream().map(OptimizingCompiler::host).collect(Collectors.toSet());
    return IdentityTransformer.redefine(
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
