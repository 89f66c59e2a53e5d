package dev.tare.internal.agent.weave;

import org.jspecify.annotations.Nullable;

/** A class as a transformer knows it, before there is a {@code Class}. */
public record LoadedClass(@Nullable ClassLoader loader, String name) {

  public static LoadedClass of(Class<?> type) {
    return new LoadedClass(type.getClassLoader(), type.getName());
  }
}
