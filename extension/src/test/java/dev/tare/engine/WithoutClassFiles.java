package dev.tare.engine;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Class loader that defines one class again and hides its class file. */
final class WithoutClassFiles extends ClassLoader {

  private final String name;

  private WithoutClassFiles(Class<?> type) {
    super(type.getClassLoader());
    this.name = type.getName();
  }

  static Class<?> reload(Class<?> type) {
    try {
      return new WithoutClassFiles(type).loadClass(type.getName());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
    if (!wanted.equals(name)) {
      return super.loadClass(wanted, resolve);
    }
    Class<?> loaded = findLoadedClass(name);
    if (loaded != null) {
      return loaded;
    }
    try (InputStream file = super.getResourceAsStream(name.replace('.', '/') + ".class")) {
      byte[] bytes = requireNonNull(file).readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String file) {
    return null;
  }
}
