package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.DiagnosticCommand;
import dev.tare.internal.agent.TareClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
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

  private static final int DIRECTIVE_COUNT = 2;

  /** Level and class of a compilation by C2, as {@code 523 4 com.acme.Shop::sum (55 bytes)}. */
  private static final Pattern QUEUED_BY_C2 = Pattern.compile("\\s4\\s+(\\S+?)::");

  private final Set<String> prefixes;

  private OptimizerExclusion(Set<String> prefixes) throws IOException, JMException {
    this.prefixes = prefixes;
    addDirectives();
  }

  /**
   * Excludes the classes, the lambdas in them, and the stubs that call tests in their packages.
   *
   * @throws IOException if the directives cannot be written to the temporary folder
   * @throws JMException if this JVM accepts no compiler directives
   */
  public static OptimizerExclusion of(List<Class<?>> types) throws IOException, JMException {
    return new OptimizerExclusion(prefixes(types));
  }

  /** Excludes more classes. */
  public void add(List<Class<?>> types) throws IOException, JMException {
    if (prefixes.addAll(prefixes(types))) {
      close();
      addDirectives();
    }
  }

  private void addDirectives() throws IOException, JMException {
    // only the first directive that matches a method applies to it
    addDirectives(
        "[{match:[%s],c2:{Exclude:true}},{match:[\"*.*\"],c2:{inline:[%s]}}]"
            .formatted(join(prefixes, ""), join(prefixes, "-")));
  }

  private static Set<String> prefixes(List<Class<?>> types) {
    Set<String> prefixes = new LinkedHashSet<>();
    types.forEach(type -> addClass(prefixes, type.getName().replace('.', '/')));
    return prefixes;
  }

  /**
   * Excludes all classes whose packages begin with the same two names as the packages of the given
   * classes, such as {@code com.acme}. So classes that are loaded later are excluded too. Only
   * Tare's own tests are excluded one by one, because they share packages with Tare.
   *
   * @throws IOException if the directives cannot be written to the temporary folder
   * @throws JMException if this JVM accepts no compiler directives
   */
  static OptimizerExclusion ofPackages(List<Class<?>> types) throws IOException, JMException {
    Set<String> prefixes = new LinkedHashSet<>();
    for (Class<?> type : types) {
      String name = type.getName().replace('.', '/');
      int second = name.indexOf('/', name.indexOf('/') + 1);
      if (second <= name.indexOf('/') || TareClasses.isOwn(type.getName())) {
        addClass(prefixes, name);
      } else {
        prefixes.add(name.substring(0, second + 1));
      }
    }
    return new OptimizerExclusion(prefixes);
  }

  /**
   * Adds the top-level class, which includes nested classes and lambdas. HotSpot compares each
   * compilation with all prefixes, so there should be few.
   */
  private static void addClass(Set<String> prefixes, String name) {
    int simple = name.lastIndexOf('/') + 1;
    int nested = name.indexOf('$', simple + 1);
    prefixes.add(nested < 0 ? name : name.substring(0, nested));
    prefixes.add(name.substring(0, simple) + TareClasses.STUB);
  }

  /** Returns whether a class is excluded. */
  boolean includes(Class<?> type) {
    return includes(type.getName());
  }

  private boolean includes(String type) {
    String name = type.replace('.', '/');
    return prefixes.stream().anyMatch(name::startsWith);
  }

  /**
   * Returns whether C2 compiles a method of an excluded class, or is about to: a compilation that
   * was requested before the exclusion is still made.
   */
  boolean isBeingCompiled() {
    try {
      return isBeingCompiled(DiagnosticCommand.execute("compilerQueue"));
    } catch (JMException e) {
      return false; // a compilation that ends later is noticed after the call
    }
  }

  /**
   * Returns whether a listing of compilations has one of C2 for an excluded class.
   *
   * @param listing the output of the diagnostic command {@code Compiler.queue}
   */
  boolean isBeingCompiled(String listing) {
    return QUEUED_BY_C2.matcher(listing).results().anyMatch(found -> includes(found.group(1)));
  }

  private static String join(Set<String> prefixes, String sign) {
    return prefixes.stream()
        .map(prefix -> '"' + sign + prefix + "*.*\"")
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
