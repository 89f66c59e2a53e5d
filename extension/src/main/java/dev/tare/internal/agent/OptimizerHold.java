package dev.tare.internal.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;

/**
 * The application's code without the optimizing compiler, for as long as this is open: C2 is what
 * removes allocations.
 *
 * <p>A compiler directive keeps C2 away, and the classes are transformed into themselves, which
 * drops what it has compiled. A method that C2 was kept away from once it does not touch again, so
 * closing takes the directive off and transforms the classes into themselves once more.
 */
public final class OptimizerHold implements AutoCloseable {

  private static final String STUB = "Tare$Call";

  /** A line of the code list: its number, its level, its state, and the method. */
  private static final Pattern COMPILED_BY_C2 =
      Pattern.compile("^ *\\d+ +4 +\\d+ +([\\w.$]+)\\.[^.]+\\.[^.]+\\(");

  private final Instrumentation instrumentation;
  private final List<Class<?>> held;

  private OptimizerHold(Instrumentation instrumentation, List<Class<?>> held) {
    this.instrumentation = instrumentation;
    this.held = held;
  }

  /**
   * Holds the optimizer off the application that the tests belong to.
   *
   * @throws IOException if the directive cannot be written to the temporary folder
   * @throws JMException if this JVM takes no compiler directives
   */
  public static OptimizerHold open(Instrumentation instrumentation, Stream<Class<?>> tests)
      throws IOException, JMException {
    Layers application = new Layers(tests.toList(), Layer.APPLICATION);
    List<Class<?>> held = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (application.includes(type) && instrumentation.isModifiableClass(type)) {
        held.add(type);
      }
    }
    add(directive(held));
    OptimizerHold hold = new OptimizerHold(instrumentation, held);
    hold.dropCompiled();
    return hold;
  }

  /**
   * Whether C2 has compiled anything that is not the JDK's; if not, it removed no allocation of
   * what is tested. True where the JVM does not tell.
   */
  public static boolean worthwhile() {
    Set<String> ofJdk = packagesOfJdk();
    try {
      return DiagnosticCommand.give("compilerCodelist")
          .lines()
          .map(COMPILED_BY_C2::matcher)
          .anyMatch(line -> line.find() && !ofJdk.contains(line.group(1)));
    } catch (JMException | RuntimeException e) {
      return true;
    }
  }

  private static Set<String> packagesOfJdk() {
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    return ModuleLayer.boot().modules().stream()
        .filter(m -> m.getClassLoader() == null || m.getClassLoader() == platform)
        .flatMap(module -> module.getPackages().stream())
        .collect(Collectors.toSet());
  }

  /** Gives the optimizer its code back. */
  @Override
  public void close() {
    try {
      DiagnosticCommand.give("compilerDirectivesRemove");
    } catch (JMException e) {
      throw new IllegalStateException(e); // it took the command that added it
    }
    dropCompiled();
  }

  /** The classes by name, what is spun from them (lambdas), and the stubs that call tests. */
  private static String directive(List<Class<?>> held) {
    Set<String> patterns = new LinkedHashSet<>();
    for (Class<?> type : held) {
      String name = type.getName().replace('.', '/');
      patterns.add(name);
      patterns.add(name + "$$*");
      patterns.add(name.substring(0, name.lastIndexOf('/') + 1) + STUB + "*");
    }
    return patterns.stream()
        .map(pattern -> '"' + pattern + ".*\"")
        .collect(Collectors.joining(",", "[{match:[", "],c2:{Exclude:true}}]"));
  }

  private static void add(String directive) throws IOException, JMException {
    Path file = Files.createTempFile("tare-directive-", ".json");
    try {
      Files.writeString(file, directive);
      String answer = DiagnosticCommand.give("compilerDirectivesAdd", '"' + file.toString() + '"');
      // it throws nothing when it did not understand
      if (!answer.startsWith("1 ")) {
        throw new JMException(answer.lines().findFirst().orElse("no answer"));
      }
    } finally {
      Files.delete(file);
    }
  }

  private void dropCompiled() {
    new Retransforming(instrumentation, refused -> {}).apply(new OwnCode(type -> true), held);
  }
}
