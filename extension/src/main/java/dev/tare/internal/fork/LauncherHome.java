package dev.tare.internal.fork;

import java.lang.StackWalker.Option;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds JUnit's launcher. Builds may run the tests with a launcher that is not on the class path,
 * but the classes of the running one show where it is.
 */
final class LauncherHome {

  private static final String FACTORY = "org.junit.platform.launcher.core.LauncherFactory";
  private static final String PACKAGE = "org.junit.platform.launcher.";

  private LauncherHome() {}

  /** Returns the launcher's jar or folder; empty if it is not found or is a module of this JVM. */
  static Optional<String> find() {
    return findOnStack()
        .or(() -> findIn(Thread.currentThread().getContextClassLoader()))
        .or(() -> findIn(ClassLoader.getSystemClassLoader()))
        .flatMap(LauncherHome::location);
  }

  private static Optional<Class<?>> findOnStack() {
    return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(type -> type.getName().startsWith(PACKAGE))
                    .findFirst());
  }

  private static Optional<Class<?>> findIn(@Nullable ClassLoader loader) {
    try {
      return Stream.ofNullable(loader == null ? null : Class.forName(FACTORY, false, loader))
          .<Class<?>>map(type -> type)
          .findFirst();
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty();
    }
  }

  private static Optional<String> location(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      return type.getModule().isNamed() || source == null || source.getLocation() == null
          ? Optional.empty()
          : Optional.of(Path.of(source.getLocation().toURI()).toString());
    } catch (URISyntaxException | IllegalArgumentException e) {
      return Optional.empty(); // the location is no file
    }
  }
}
