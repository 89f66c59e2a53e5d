package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.DiagnosticCommand;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.JMException;

/** Lists the classes of which a JIT compiler has compiled a method. */
final class CompiledClasses {

  // HotSpot lists its compiled methods with the diagnostic command Compiler.codelist
  // (codeCache.cpp, print_codelist), one per line: id, level, state,
  // class.method(parameters)result, addresses.

  /** All levels of compilation. */
  static final String ANY = "\\d";

  /** The level of C2. */
  static final String C2 = "4";

  /** The level of C1 for a method that is trivial, or that C2 may not compile. */
  static final String WITHOUT_PROFILE = "1";

  private CompiledClasses() {}

  /**
   * Returns the names of the classes with code of a level; none if the JVM only interprets.
   *
   * @throws JMException if this JVM does not list its methods in the expected form
   */
  static Set<String> list(String level) throws JMException {
    String listing = DiagnosticCommand.execute("compilerCodelist");
    if (!listing.isBlank() && parse(listing, ANY).isEmpty()) {
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
