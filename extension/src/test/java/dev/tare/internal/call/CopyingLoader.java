package dev.tare.internal.call;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;

/** Defines its own copies of some classes; all others come from the loader of the tests. */
public final class CopyingLoader extends ClassLoader {

  private final Class<?>[] originals;

  public CopyingLoader(Class<?>... originals) {
    super(CopyingLoader.class.getClassLoader());
    this.originals = originals;
  }

  /** Returns an instance of the copy of a class. */
  public Object instance(Class<?> original) throws ReflectiveOperationException {
    Constructor<?> constructor = loadClass(original.getName()).getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      for (Class<?> original : originals) {
        if (original.getName().equals(name)) {
          byte[] bytes = bytes(original);
          return defineClass(name, bytes, 0, bytes.length);
        }
      }
      return super.loadClass(name, resolve);
    }
  }

  private static byte[] bytes(Class<?> original) {
    String file = "/" + original.getName().replace('.', '/') + ".class";
    try (InputStream in = original.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
