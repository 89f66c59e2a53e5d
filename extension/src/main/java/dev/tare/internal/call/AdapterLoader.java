package dev.tare.internal.call;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Defines adapter classes, and finds registered classes by name before delegating to its parent.
 */
public final class AdapterLoader extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  private final Map<String, Class<?>> registered = new HashMap<>();

  /** Creates a loader below the parent; null is the boot loader. */
  public AdapterLoader(@Nullable ClassLoader parent) {
    super("tare-adapters", parent);
  }

  Class<?> define(String name, byte[] bytes) {
    return defineClass(name, bytes, 0, bytes.length);
  }

  /** Registers a class of any loader, so that this loader finds it by name. */
  public void register(Class<?> type) {
    registered.put(type.getName(), type);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    Class<?> found = registered.get(name);
    return found != null ? found : super.loadClass(name, resolve);
  }
}
