package dev.tare.internal.agent.weave;

import org.jspecify.annotations.Nullable;

/** A class as a transformer knows it, before there is a {@code Class}. */
public record Loaded(@Nullable ClassLoader loader, String name) {

  public static Loaded of(Class<?> type) {
    return new Loaded(type.getClassLoader(), type.getName());
  }
}
