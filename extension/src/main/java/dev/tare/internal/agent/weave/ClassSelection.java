package dev.tare.internal.agent.weave;

import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/** Selects the classes and methods to weave, and the origin of the classes. */
public interface ClassSelection {

  /** Returns whether a class is selected, before its {@code Class} exists; the name has dots. */
  boolean includes(String name, @Nullable ClassLoader loader, @Nullable ProtectionDomain domain);

  /** Returns whether a loaded class is selected. */
  default boolean includes(Class<?> type) {
    return includes(type.getName(), type.getClassLoader(), type.getProtectionDomain());
  }

  /** Returns whether a method of a selected class is woven. */
  default boolean includesMethod(String type, String method) {
    return true;
  }

  /** Returns the origin of a selected class, which determines how it is woven. */
  default ClassOrigin origin(
      String name, @Nullable ClassLoader loader, @Nullable ProtectionDomain domain) {
    return loader == null ? ClassOrigin.JDK : ClassOrigin.APPLICATION;
  }

  /** Returns the location that a class was loaded from; empty if it is not known. */
  static String location(@Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    URL location = source == null ? null : source.getLocation();
    return location == null ? "" : location.toExternalForm();
  }
}
