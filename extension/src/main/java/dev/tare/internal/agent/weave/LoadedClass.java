package dev.tare.internal.agent.weave;

import org.jspecify.annotations.Nullable;

/** The identity of a class before its {@code Class} exists: its loader and its name. */
public record LoadedClass(@Nullable ClassLoader loader, String name) {

  public static LoadedClass of(Class<?> type) {
    return new LoadedClass(type.getClassLoader(), type.getName());
  }
}
