package dev.tare.heap;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures the same objects in every JVM: one of each class of some JDK packages, of generated and
 * of difficult classes, arrays of many lengths, and generated graphs.
 */
@SuppressWarnings({"unused", "UnusedVariable"}) // fields exist to be measured
public final class LayoutProbe {

  private static final long SEED = 20_261_120;

  private static final List<String> PACKAGES =
      List.of(
          "java/io",
          "java/lang",
          "java/math",
          "java/net",
          "java/nio",
          "java/security",
          "java/text",
          "java/time",
          "java/util",
          "jdk/internal/vm",
          "jdk/internal/misc",
          "sun/nio/ch");

  /**
   * Classes that are skipped, since initializing them changes the JVM or needs resources that the
   * probe lacks.
   */
  private static final List<String> SKIPPED_CLASSES =
      List.of("java.lang.Class", "java.lang.Shutdown", "jdk.internal.vm.StackChunk");

  static class ByteOnly {
    byte a;
  }

  static class ByteThenLong extends ByteOnly {
    long b;
    short c;
  }

  static class FillsTheGaps extends ByteThenLong {
    @Nullable Object d;
    byte e;
    char f;
    @Nullable Object g;
  }

  static class References {
    @Nullable Object a;
    @Nullable Object b;
    @Nullable Object c;
  }

  static class ReferencesThenInt extends References {
    int d;
    long e;
    @Nullable Object f;
  }

  static class ThreadSubclass extends Thread {
    byte a;
    long b;
  }

  static class ThreadSubSubclass extends ThreadSubclass {
    int c;
    @Nullable Object d;
  }

  private LayoutProbe() {}

  /** Prints the size of each object as this JVM reports it. */
  public static void main(String[] arguments) throws Exception {
    Oracle oracle = new Oracle();
    weigh(oracle::sizeOf).forEach((name, size) -> System.out.println(name + "\t" + size));
  }

  /** Returns names and sizes, in the same order in every JVM. */
  static Map<String, Long> weigh(ToLongFunction<Object> sizeOf) throws Exception {
    Map<String, Long> sizes = new LinkedHashMap<>();
    List<Class<?>> types = new ArrayList<>(types());
    GeneratedGraphs graphs = new GeneratedGraphs(SEED);
    types.addAll(graphs.classes());
    for (Class<?> type : types) {
      sizes.put(type.getName(), sizeOf.applyAsLong(blank(type)));
    }
    for (int length = 0; length < 40; length++) {
      sizes.put("bytes " + length, sizeOf.applyAsLong(new byte[length]));
      sizes.put("chars " + length, sizeOf.applyAsLong(new char[length]));
      sizes.put("floats " + length, sizeOf.applyAsLong(new float[length]));
      sizes.put("doubles " + length, sizeOf.applyAsLong(new double[length]));
      sizes.put("objects " + length, sizeOf.applyAsLong(new Object[length]));
    }
    for (int i = 0; i < 200; i++) {
      sizes.put("graph " + i, sizeOf.applyAsLong(graphs.next()));
    }
    return sizes;
  }

  /** Returns classes of the JDK, and classes whose fields are hard to place. */
  static List<Class<?>> types() throws IOException {
    List<Class<?>> types = new ArrayList<>(classes());
    types.addAll(
        List.of(
            ByteOnly.class,
            ByteThenLong.class,
            FillsTheGaps.class,
            References.class,
            ReferencesThenInt.class,
            ThreadSubclass.class,
            ThreadSubSubclass.class));
    return types;
  }

  /** Returns an object without running a constructor. */
  static Object blank(Class<?> type) throws ReflectiveOperationException {
    Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
    Constructor<?> constructor =
        (Constructor<?>)
            factory
                .getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                .invoke(
                    factory.getMethod("getReflectionFactory").invoke(null),
                    type,
                    Object.class.getDeclaredConstructor());
    return constructor.newInstance();
  }

  private static List<Class<?>> classes() throws IOException {
    List<Class<?>> classes = new ArrayList<>();
    Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
    for (String folder : PACKAGES) {
      try (Stream<Path> files = Files.walk(base.resolve(folder))) {
        files
            .map(file -> base.relativize(file).toString())
            .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
            .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
            .sorted()
            .forEach(name -> add(name, classes));
      }
    }
    return classes;
  }

  private static void add(String name, List<Class<?>> classes) {
    try {
      Class<?> type = Class.forName(name, false, null);
      boolean concrete = !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
      boolean isSkipped = SKIPPED_CLASSES.contains(name) || Enum.class.isAssignableFrom(type);
      if (concrete && !isSkipped) {
        classes.add(type);
      }
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(name, e);
    }
  }
}
