package dev.tare.internal.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The JDK modules that Tare uses. A runtime may lack some of them: an image made by {@code jlink},
 * or a JVM started with {@code --limit-modules}.
 */
public final class JdkModules {

  /** Modules without which the JVM cannot load an agent into itself. */
  static final List<String> FOR_SELF_LOAD =
      // HotSpot offers the command that loads an agent only where it finds jdk.jfr
      List.of("java.instrument", "java.management", "jdk.management", "jdk.jfr");

  // a class of its own, since a first walk does not need the names
  private static final class Packages {

    /** Packages of the modules that the JDK's class loaders define. */
    static final Set<String> NAMES =
        ModuleLayer.boot().modules().stream()
            .filter(module -> isJdkLoader(module.getClassLoader()))
            .flatMap(module -> module.getPackages().stream())
            .collect(Collectors.toUnmodifiableSet());
  }

  private JdkModules() {}

  /** Returns whether a class loader is one of the JDK's: the boot loader or the platform loader. */
  public static boolean isJdkLoader(@Nullable ClassLoader loader) {
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  /** Returns whether a class belongs to the JDK, that is, whether a JDK class loader defined it. */
  public static boolean isOfTheJdk(Class<?> type) {
    return isJdkLoader(type.getClassLoader());
  }

  /** Returns whether a class belongs to the JDK, by its name; array types are not recognized. */
  public static boolean isOfTheJdk(String name) {
    return Packages.NAMES.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
  }

  /** Returns the given modules that this Java runtime lacks. */
  static List<String> missing(List<String> modules) {
    List<String> missing = new ArrayList<>(modules);
    missing.removeIf(module -> ModuleLayer.boot().findModule(module).isPresent());
    return missing;
  }

  /** Returns the reason why something cannot be measured without the module. */
  public static String reason(String module) {
    return "this Java runtime lacks the module " + module;
  }

  /** Returns how to add the module to the runtime. */
  public static String remedy(String module) {
    return "add %s to the runtime: to --add-modules of jlink, or to --limit-modules of the JVM"
        .formatted(module);
  }
}
