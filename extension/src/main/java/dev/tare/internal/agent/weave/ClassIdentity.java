package dev.tare.internal.agent.weave;

import org.jspecify.annotations.Nullable;

/** The identity of a class before its {@code Class} exists: its loader and its name. */
public record ClassIdentity(@Nullable ClassLoader loader, String name) {

  public static ClassIdentity of(Class<?> type) {
    return new ClassIdentity(type.getClassLoader(), type.getName());
  }
}
