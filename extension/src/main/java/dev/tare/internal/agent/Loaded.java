package dev.tare.internal.agent;

import org.jspecify.annotations.Nullable;

/** A class as a transformer knows it, before there is a {@code Class}. */
record Loaded(@Nullable ClassLoader loader, String name) {

  static Loaded of(Class<?> type) {
    return new Loaded(type.getClassLoader(), type.getName());
  }
}
