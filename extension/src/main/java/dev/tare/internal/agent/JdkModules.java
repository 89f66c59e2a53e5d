package dev.tare.internal.agent;

import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Recognizes classes of the modules of the JDK. */
public final class JdkModules {

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
}
