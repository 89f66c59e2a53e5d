package dev.tare.engine;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Defines classes below a loader, and finds by name what it was told, before it asks its parent.
 */
final class AdapterLoader extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  private final Map<String, Class<?>> known = new HashMap<>();

  AdapterLoader(@Nullable ClassLoader parent) {
    super("tare-adapters", parent);
  }

  Class<?> define(String name, byte[] bytes) {
    return defineClass(name, bytes, 0, bytes.length);
  }

  /** Lets the class be found here, whatever its own loader is. */
  void know(Class<?> type) {
    known.put(type.getName(), type);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    Class<?> found = known.get(name);
    return found != null ? found : super.loadClass(name, resolve);
  }
}
