package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassOrigins;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether C2 has compiled code of the application, in HotSpot's list of compiled methods.
 * Reading the list needs no agent.
 */
public final class OptimizedCode {

  private static volatile DiscardedCode lastDropped =
      new DiscardedCode(-1, new WeakReference<>(null));

  private OptimizedCode() {}

  /**
   * The compiled code that an {@link OptimizerHold} has discarded.
   *
   * @param id code with this compile id or a smaller one was discarded, or cannot be
   * @param loader the class loader of the tests whose application it was
   */
  private record DiscardedCode(long id, WeakReference<ClassLoader> loader) {

    boolean includes(long compileId, @Nullable ClassLoader tests) {
      return compileId <= id && loader.refersTo(tests);
    }
  }

  /**
   * Returns whether C2 has compiled code of the tests' application since the last hold; if not, it
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
                    .filter(method -> !lastDropped.includes(method.id(), loader))
                    .map(CompiledMethod::type)
                    .distinct()
                    .filter(name -> !Jdk.PACKAGES.contains(packageOf(name)))
                    .anyMatch(name -> isOf(application, name, loader)))
        .orElse(true);
  }

  private static @Nullable ClassLoader loader(List<Class<?>> tests) {
    return tests.get(tests.size() - 1).getClassLoader();
  }

  private static String packageOf(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  private static boolean isOf(ClassOrigins application, String name, @Nullable ClassLoader loader) {
    // the class of a lambda belongs to the class that its name begins with
    int hidden = name.indexOf("$$");
    String host = hidden > 0 ? name.substring(0, hidden) : name;
    try {
      return application.includes(Class.forName(host, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return true; // the class belongs to a loader that the test's loader cannot reach
    }
  }

  /** Records that all code listed now was discarded, or cannot be discarded. */
  static void dropped(List<Class<?>> tests) {
    // without a list the next test holds the optimizer off once more than needed
    CompiledMethod.list()
        .ifPresent(
            methods -> {
              long id = methods.stream().mapToLong(CompiledMethod::id).max().orElse(-1);
              lastDropped = new DiscardedCode(id, new WeakReference<>(loader(tests)));
            });
  }

  /** The packages of the JDK, computed on first use. */
  private static final class Jdk {

    static final Set<String> PACKAGES = packages();

    private static Set<String> packages() {
      return ModuleLayer.boot().modules().stream()
          .filter(module -> JdkModules.isLoader(module.getClassLoader()))
          .flatMap(module -> module.getPackages().stream())
          .collect(Collectors.toUnmodifiableSet());
    }
  }
}
