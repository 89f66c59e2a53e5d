package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.DiagnosticCommand;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;

/**
 * A method that a JIT compiler has compiled.
 *
 * @param id the number of the compilation, which grows
 * @param level 4 for C2
 * @param type the name of the class that has the method
 */
public record CompiledMethod(long id, int level, String type) {

  // HotSpot lists its compiled methods by the diagnostic command Compiler.codelist (codeCache.cpp,
  // print_codelist), one in a line: id, level, state, class.method(parameters)result, addresses.
  // Measured: 2 ms for the list of 1,500 methods.

  private static final int C2 = 4;

  /** The name of a method may contain spaces, but no dot, and a dot ends that of its class. */
  private static final Pattern LINE =
      Pattern.compile("^ *(\\d+) +(\\d) +-?\\d+ +([^(]+)\\.[^.(]+\\(");

  /**
   * Returns all compiled methods; none if the JVM only interprets. Empty if this JVM does not list
   * them in a form that is known here.
   */
  public static Optional<List<CompiledMethod>> list() {
    try {
      String listing = DiagnosticCommand.give("compilerCodelist");
      List<CompiledMethod> methods = parse(listing);
      return methods.isEmpty() && !listing.isBlank() ? Optional.empty() : Optional.of(methods);
    } catch (JMException | RuntimeException e) {
      // another JVM, or one without that module
      return Optional.empty();
    }
  }

  /** Returns the methods in a list; lines of another form are passed over. */
  static List<CompiledMethod> parse(String listing) {
    return listing
        .lines()
        .map(LINE::matcher)
        .filter(Matcher::find)
        .map(CompiledMethod::of)
        .toList();
  }

  private static CompiledMethod of(Matcher line) {
    return new CompiledMethod(
        Long.parseLong(line.group(1)), Integer.parseInt(line.group(2)), line.group(3));
  }

  public boolean isByC2() {
    return level == C2;
  }
}
