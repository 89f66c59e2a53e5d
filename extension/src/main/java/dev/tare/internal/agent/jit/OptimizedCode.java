package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassOrigins;
import java.lang.ref.WeakReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether C2 has compiled code of the application, by HotSpot's list of compiled methods.
 * Needs no agent.
 */
public final class OptimizedCode {

  private static volatile DiscardedCode lastDiscarded =
      new DiscardedCode(-1, new WeakReference<>(null));

  private OptimizedCode() {}

  /**
   * The compiled code that an {@link OptimizerHold} has discarded.
   *
   * @param id the largest compile id of code that was discarded or cannot be discarded
   * @param loader the class loader of the tests of that application
   */
  private record DiscardedCode(long id, WeakReference<ClassLoader> loader) {

    boolean includes(long compileId, @Nullable ClassLoader tests) {
      return compileId <= id && loader.refersTo(tests);
    }
  }

  /**
   * Returns whether C2 has compiled code of the tests' application since the last hold. If not, C2
   * has removed none of its allocations. True if the JVM does not list its compiled code.
   */
  public static boolean ofApplication(List<Class<?>> tests) {
    ClassOrigins application = new ClassOrigins(tests, ClassOrigin.APPLICATION);
    ClassLoader loader = loader(tests);
    return CompiledMethod.list()
        .map(
            methods ->
                methods.stream()
                    .filter(CompiledMethod::isByC2)
                    .filter(method -> !lastDiscarded.includes(method.id(), loader))
                    .map(CompiledMethod::type)
                    .distinct()
                    .filter(name -> !JdkModules.isOfTheJdk(name))
                    .anyMatch(name -> belongsTo(application, name, loader)))
        .orElse(true);
  }

  private static @Nullable ClassLoader loader(List<Class<?>> tests) {
    return tests.get(tests.size() - 1).getClassLoader();
  }

  private static boolean belongsTo(
      ClassOrigins application, String name, @Nullable ClassLoader loader) {
    // a lambda's class belongs to the class that its name begins with
    int hidden = name.indexOf("$$");
    String host = hidden > 0 ? name.substring(0, hidden) : name;
    try {
      return application.includes(Class.forName(host, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      // the class belongs to a loader that the test's loader cannot reach
      return true;
    }
  }

  /** Records that all code listed now was discarded, or cannot be discarded. */
  static void recordDiscarded(List<Class<?>> tests) {
    // if this JVM has no list, the next test holds the optimizer off once more than needed
    CompiledMethod.list()
        .ifPresent(
            methods -> {
              long id = methods.stream().mapToLong(CompiledMethod::id).max().orElse(-1);
              lastDiscarded = new DiscardedCode(id, new WeakReference<>(loader(tests)));
            });
  }
}
