package dev.tare.engine;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import javassist.bytecode.ClassFile;

/** The adapters made for one discovery, one class for each type that declares measured methods. */
final class Adapters {

  private static final String SUFFIX = "__Measured";

  private final Map<ClassLoader, AdapterLoader> loaders = new HashMap<>();
  private final Map<Class<?>, Class<?>> adapters = new HashMap<>();

  /**
   * The method that Jupiter is given in the place of the one that carries our annotation.
   *
   * @throws IllegalStateException if the declaring class has no class file that can be read
   */
  Method of(Method measured) {
    Class<?> declaring = measured.getDeclaringClass();
    Class<?> adapter = adapters.get(declaring);
    if (adapter == null) {
      adapter = define(declaring);
      adapters.put(declaring, adapter);
    }
    try {
      return adapter.getDeclaredMethod(measured.getName(), measured.getParameterTypes());
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("no adapter for " + measured.toGenericString(), e);
    }
  }

  private Class<?> define(Class<?> declaring) {
    String name = declaring.getName() + SUFFIX;
    return loaders
        .computeIfAbsent(declaring.getClassLoader(), AdapterLoader::new)
        .define(name, bytes(AdapterClass.write(declaring, name)));
  }

  private static byte[] bytes(ClassFile file) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      file.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
