package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassOrigins;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Code of the application that C2 has compiled, as HotSpot lists it. No agent is needed to read the
 * list.
 */
public final class OptimizedCode {

  private static volatile Dropped lastDropped = new Dropped(-1, new WeakReference<>(null));

  private OptimizedCode() {}

  /**
   * What a hold has dropped.
   *
   * @param id code with this compile id or a smaller one was dropped, or cannot be dropped
   * @param loader that of the tests whose application it was
   */
  private record Dropped(long id, WeakReference<ClassLoader> loader) {

    boolean includes(long compileId, @Nullable ClassLoader tests) {
      return compileId <= id && loader.refersTo(tests);
    }
  }

  /**
   * Whether C2 has compiled code of the application that the tests belong to since the last hold;
   * if not, it has removed none of its allocations. True if the JVM does not list its compiled
   * code.
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
    // the class of a lambda belongs to the class in whose name it was made
    int hidden = name.indexOf("$$");
    String host = hidden > 0 ? name.substring(0, hidden) : name;
    try {
      return application.includes(Class.forName(host, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return true; // of a class loader that the test does not see
    }
  }

  /** All code that is listed now is dropped, or cannot be dropped. */
  static void dropped(List<Class<?>> tests) {
    // without a list the next test holds the optimizer off once more than needed
    CompiledMethod.list()
        .ifPresent(
            methods -> {
              long id = methods.stream().mapToLong(CompiledMethod::id).max().orElse(-1);
              lastDropped = new Dropped(id, new WeakReference<>(loader(tests)));
            });
  }

  /** Computed once, when it is needed first. */
  private static final class Jdk {

    static final Set<String> PACKAGES = packages();

    private static Set<String> packages() {
      ClassLoader platform = ClassLoader.getPlatformClassLoader();
      return ModuleLayer.boot().modules().stream()
          .filter(m -> m.getClassLoader() == null || m.getClassLoader() == platform)
          .flatMap(module -> module.getPackages().stream())
          .collect(Collectors.toUnmodifiableSet());
    }
  }
}
