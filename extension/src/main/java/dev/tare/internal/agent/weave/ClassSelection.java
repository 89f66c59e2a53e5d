package dev.tare.internal.agent.weave;

import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Selects the classes to weave, and their origin. */
public interface ClassSelection {

  /**
   * Returns the origin of a selected class, which determines how it is woven; empty for a class
   * that is not selected. The class need not exist yet.
   */
  Optional<ClassOrigin> origin(ClassIdentity type, @Nullable ProtectionDomain domain);

  /** Returns whether a loaded class is selected. */
  default boolean includes(Class<?> type) {
    return origin(ClassIdentity.of(type), domain(type)).isPresent();
  }

  /** Returns the domain of a class; null for those of the boot loader, which have no location. */
  static @Nullable ProtectionDomain domain(Class<?> type) {
    return type.getClassLoader() == null ? null : type.getProtectionDomain(); // which is slow
  }

  /** Returns the location that a class was loaded from; empty if it is not known. */
  static String location(@Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    URL location = source == null ? null : source.getLocation();
    return location == null ? "" : location.toExternalForm();
  }

  /** The origin of a class, the nearest to the test first. */
  public enum ClassOrigin {
    /** The code under development: its lines are recorded. */
    APPLICATION,
    /** The application's dependencies: their lines are recorded together with the application's. */
    LIBRARIES,
    /** The JDK: its allocations are recorded with the application's line. */
    JDK
  }

  /** The identity of a class before its {@code Class} exists: its loader and its name. */
  public record ClassIdentity(@Nullable ClassLoader loader, String name) {

    public static ClassIdentity of(Class<?> type) {
      return new ClassIdentity(type.getClassLoader(), type.getName());
    }
  }
}
