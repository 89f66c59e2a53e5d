package dev.tare.internal.timing.clock;

import dev.tare.internal.agent.DiagnosticCommand;
import java.util.Optional;
import javax.management.JMException;

/**
 * Compilations of a JVM that are running or queued.
 *
 * @param busy whether there are any
 */
record CompileQueue(boolean busy) {

  // The diagnostic command Compiler.queue of HotSpot, compileBroker.cpp, print_compile_queues,
  // prints a heading and a line with number, level and method for each compilation.

  /** Separator between class and method in a line of the listing; no heading contains it. */
  private static final String METHOD_SEPARATOR = "::";

  /** Returns the compile queue of this JVM; empty if the JVM does not report it. */
  static Optional<CompileQueue> ofThisJvm() {
    try {
      return Optional.of(parse(DiagnosticCommand.execute("compilerQueue")));
    } catch (JMException | RuntimeException e) {
      // not HotSpot, or the JVM lacks that module
      return Optional.empty();
    }
  }

  static CompileQueue parse(String listing) {
    return new CompileQueue(listing.contains(METHOD_SEPARATOR));
  }
}
