package dev.tare.internal.agent.weave;

import static java.util.stream.Collectors.toMap;

import dev.tare.internal.agent.boot.CallRecorder;
import dev.tare.internal.agent.boot.ObjectRecorder;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * A recorder, which woven code calls in a copy in {@code java.lang}: the package that every class
 * loader and every module can access. The copy is defined once per JVM and never unloaded.
 */
public enum RecorderClass {
  /** Records the calls of a test, with their bytes and times. */
  TESTS(CallRecorder.class, "java.lang.TareTest"),
  /** Records the calls of all threads of a JVM; beside a recorder of a test. */
  ALL_THREADS(CallRecorder.class, "java.lang.TareAll"),
  /** Passes the objects on which a method is called to a listener. */
  CALLS(ObjectRecorder.class, "java.lang.TareCalled"),
  /** Passes created objects to a listener. */
  CREATIONS(ObjectRecorder.class, "java.lang.TareCreated");

  private static final String COPY_PREFIX = "java.lang.Tare";

  private final Class<?> original;
  private final String prefix;

  /**
   * @param prefix begins the names of the copies; a recorder with changed hooks needs a new one,
   *     because two versions of Tare may run in one JVM
   */
  RecorderClass(Class<?> original, String prefix) {
    this.original = original;
    this.prefix = prefix;
  }

  /** Returns whether a class is a copy of a recorder or of a helper, from any version of Tare. */
  public static boolean isCopy(String name) {
    return name.startsWith(COPY_PREFIX);
  }

  /** Returns a static method without parameters; one that does nothing if the recorder has none. */
  public MethodHandle method(String name) throws ReflectiveOperationException, IOException {
    MethodType type = MethodType.methodType(void.class);
    try {
      return MethodHandles.publicLookup().findStatic(copy(), name, type);
    } catch (NoSuchMethodException e) {
      return MethodHandles.empty(type);
    }
  }

  /** Returns the name of the copy. */
  public String copyName() {
    return prefix + original.getSimpleName();
  }

  /**
   * Returns the copy, which is defined on the first call.
   *
   * @throws ReflectiveOperationException if {@code java.lang} is not open to Tare
   */
  public synchronized Class<?> copy() throws ReflectiveOperationException, IOException {
    try {
      return Class.forName(copyName(), true, null);
    } catch (ClassNotFoundException e) {
      MethodHandles.Lookup lookup =
          MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup());
      Class<?> copy = Object.class;
      // if the last one exists, the others exist too
      for (String part : parts()) {
        copy = lookup.defineClass(bytes(part));
      }
      return copy;
    }
  }

  /** Returns the simple names of the classes to copy, the recorder last. */
  private List<String> parts() {
    return original == CallRecorder.class
        ? List.of("CallTree", "ThreadCalls", "CallRecorder")
        : List.of("ObjectRecorder");
  }

  private byte[] bytes(String part) throws IOException {
    ClassFile file = ClassFiles.beside(original, part);
    if (file == null) {
      throw new IOException("no class file of " + part + " beside " + original.getName());
    }
    String ownPackage = original.getPackageName().replace('.', '/') + "/";
    file.renameClass(
        parts().stream().collect(toMap(ownPackage::concat, prefix.replace('.', '/')::concat)));
    return ClassFiles.write(file);
  }

  /**
   * An instance of a recorder's copy in {@code java.lang}. No class is compiled against the copy,
   * so it is called through interfaces of the JDK and by reflection.
   */
  public static final class RecorderInstance {

    private final Object instance;
    private final Runnable start;
    private final AutoCloseable stop;

    /**
     * Creates an instance with the only constructor of the recorder.
     *
     * @throws ReflectiveOperationException if the copy cannot be defined
     */
    public RecorderInstance(RecorderClass type, @Nullable Object... arguments)
        throws ReflectiveOperationException, IOException {
      this.instance = type.copy().getConstructors()[0].newInstance(arguments);
      this.start = (Runnable) instance;
      this.stop = (AutoCloseable) instance;
    }

    /**
     * Starts recording; allocates nothing.
     *
     * @throws IllegalStateException if another recorder of the class has been started
     */
    public void start() {
      start.run();
    }

    /** Stops recording; allocates nothing. */
    public void stop() {
      try {
        stop.close();
      } catch (Exception e) {
        throw new IllegalStateException(e); // close() of a recorder throws no checked exception
      }
    }

    /** Calls a public method of the recorder that has no overloads. */
    public Object call(String name, Object... arguments) {
      return call(instance.getClass(), instance, name, arguments);
    }

    /**
     * Calls a public method of a recorder that has no overloads.
     *
     * @param instance null for a static method
     */
    public static Object call(
        Class<?> copy, @Nullable Object instance, String name, Object... arguments) {
      try {
        Method called =
            Stream.of(copy.getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return called.invoke(instance, arguments);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
