package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.DiagnosticCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.management.JMException;

/**
 * Compiler directives that exclude classes from C2, until this is closed.
 *
 * <p>C2 neither compiles the classes nor inlines them into other code, such as a loop of the JDK
 * that calls a lambda. Code that is compiled already stays, so retransform the classes after
 * opening this. C2 never compiles a method that has been excluded once, so retransform them after
 * closing this too.
 */
public final class OptimizerExclusion implements AutoCloseable {

  private static final String STUB_PREFIX = "Tare$Call";

  private static final int DIRECTIVE_COUNT = 2;

  private OptimizerExclusion() {}

  /**
   * Excludes the classes, the lambdas in them, and the stubs that call tests in their packages.
   *
   * @throws IOException if the directives cannot be written to the temporary folder
   * @throws JMException if this JVM accepts no compiler directives
   */
  public static OptimizerExclusion of(List<Class<?>> types) throws IOException, JMException {
    Set<String> patterns = patterns(types);
    // only the first directive that matches a method applies to it
    addDirectives(
        "[{match:[%s],c2:{Exclude:true}},{match:[\"*.*\"],c2:{inline:[%s]}}]"
            .formatted(
                join(patterns, pattern -> pattern), join(patterns, pattern -> '-' + pattern)));
    return new OptimizerExclusion();
  }

  /**
   * Returns one pattern for each top-level class, which also matches nested classes and lambdas.
   * HotSpot compares each compilation with all patterns, so there should be few.
   */
  private static Set<String> patterns(List<Class<?>> types) {
    Set<String> patterns = new LinkedHashSet<>();
    for (Class<?> type : types) {
      String name = type.getName().replace('.', '/');
      int simple = name.lastIndexOf('/') + 1;
      int nested = name.indexOf('$', simple + 1);
      patterns.add((nested < 0 ? name : name.substring(0, nested)) + "*.*");
      patterns.add(name.substring(0, simple) + STUB_PREFIX + "*.*");
    }
    return patterns;
  }

  private static String join(Set<String> patterns, UnaryOperator<String> form) {
    return patterns.stream()
        .map(pattern -> '"' + form.apply(pattern) + '"')
        .collect(Collectors.joining(","));
  }

  private static void addDirectives(String directives) throws IOException, JMException {
    Path file = Files.createTempFile("tare-directive-", ".json");
    try {
      Files.writeString(file, directives);
      String output =
          DiagnosticCommand.execute("compilerDirectivesAdd", '"' + file.toString() + '"');
      // the command throws nothing if it fails to parse the directives
      if (!output.startsWith(DIRECTIVE_COUNT + " ")) {
        throw new JMException(output.lines().findFirst().orElse("no output"));
      }
    } finally {
      Files.delete(file);
    }
  }

  /** Removes the directives. */
  @Override
  public void close() {
    try {
      for (int i = 0; i < DIRECTIVE_COUNT; i++) {
        DiagnosticCommand.execute("compilerDirectivesRemove");
      }
    } catch (JMException e) {
      throw new IllegalStateException(e); // cannot happen: the JVM has accepted the directives
    }
  }
}
