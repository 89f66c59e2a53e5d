package dev.tare.internal.agent.weave;

import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/** Which classes are woven, and how. */
public interface ClassSelection {

  /** As a transformer asks, before there is a {@code Class}; the name has dots. */
  boolean includes(String name, @Nullable ClassLoader loader, @Nullable ProtectionDomain domain);

  /** The same of a class that is loaded. */
  default boolean includes(Class<?> type) {
    return includes(type.getName(), type.getClassLoader(), type.getProtectionDomain());
  }

  /** How it is woven, if it is. */
  default ClassOrigin layer(
      String name, @Nullable ClassLoader loader, @Nullable ProtectionDomain domain) {
    return loader == null ? ClassOrigin.JDK : ClassOrigin.APPLICATION;
  }
}
