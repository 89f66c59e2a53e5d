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
 * @param level the compilation level, 4 for C2
 * @param type the name of the class that declares the method
 */
record CompiledMethod(int level, String type) {

  // HotSpot lists its compiled methods with the diagnostic command Compiler.codelist
  // (codeCache.cpp, print_codelist), one per line: id, level, state,
  // class.method(parameters)result, addresses.

  private static final int WITHOUT_PROFILE = 1;
  private static final int C2 = 4;

  /**
   * A line of the list. A method name may contain spaces but no dot, so the last dot ends the class
   * name.
   */
  private static final Pattern LINE =
      Pattern.compile("^ *\\d+ +(\\d) +-?\\d+ +([^(]+)\\.[^.(]+\\(");

  /**
   * Returns all compiled methods: an empty list if the JVM only interprets, an empty optional if
   * this JVM does not list its methods in the expected form.
   */
  public static Optional<List<CompiledMethod>> list() {
    try {
      String listing = DiagnosticCommand.execute("compilerCodelist");
      List<CompiledMethod> methods = parse(listing);
      return methods.isEmpty() && !listing.isBlank() ? Optional.empty() : Optional.of(methods);
    } catch (JMException | RuntimeException e) {
      // not HotSpot, or a runtime without the management module
      return Optional.empty();
    }
  }

  /** Returns the methods in a list; lines of another form are skipped. */
  static List<CompiledMethod> parse(String listing) {
    return listing
        .lines()
        .map(LINE::matcher)
        .filter(Matcher::find)
        .map(CompiledMethod::of)
        .toList();
  }

  private static CompiledMethod of(Matcher line) {
    return new CompiledMethod(Integer.parseInt(line.group(1)), line.group(2));
  }

  /** Returns whether C1 compiled the method for good: it is trivial, or C2 may not compile it. */
  public boolean isWithoutProfile() {
    return level == WITHOUT_PROFILE;
  }

  /** Returns whether C2 compiled the method. */
  public boolean isByC2() {
    return level == C2;
  }
}
