package dev.tare.internal.call;

import dev.tare.internal.agent.weave.ClassFiles;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * A copy of {@link Planted} beside a test class, in its package and class loader, whose objects and
 * calls break promises about those of the application.
 */
public final class PlantedClass {

  /** The method whose calls can be counted. */
  public static final String METHOD = "counted";

  private static final String NAME = "TarePlanted";

  /** The planted classes, by package and class loader. */
  private static final Map<List<Object>, PlantedClass> PLANTED = new ConcurrentHashMap<>();

  private final Lookup lookup;

  private PlantedClass(Lookup lookup) {
    this.lookup = lookup;
  }

  /**
   * Returns the class beside the innermost of test instances; it is defined on the first call.
   *
   * @throws IllegalAccessException if the package of the test is not open to Tare
   */
  public static PlantedClass beside(List<Object> testInstances)
      throws ReflectiveOperationException, IOException {
    Class<?> test = testInstances.get(testInstances.size() - 1).getClass();
    PlantedClass.class.getModule().addReads(test.getModule());
    Lookup lookup = MethodHandles.privateLookupIn(test, MethodHandles.lookup());
    String inPackage = test.getPackageName();
    String name = inPackage.isEmpty() ? NAME : inPackage + "." + NAME;
    synchronized (PlantedClass.class) {
      List<Object> key = List.of(inPackage, test.getClassLoader());
      PlantedClass planted = PLANTED.get(key);
      if (planted == null) {
        planted = new PlantedClass(lookup.in(lookup.defineClass(bytes(name))));
        PLANTED.put(key, planted);
      }
      return planted;
    }
  }

  private static byte[] bytes(String name) throws IOException {
    ClassFile file = Objects.requireNonNull(ClassFiles.beside(Planted.class, "Planted"));
    file.setName(name);
    return ClassFiles.write(file);
  }

  /** Returns the planted class. */
  public Class<?> type() {
    return lookup.lookupClass();
  }

  /** Creates objects of the class, each of which leads to the one before; returns the last. */
  public @Nullable Object create(double objects) throws Throwable {
    return call("create", Faults.arrayLength(objects));
  }

  /** Keeps objects of the class, each with an array of bytes, beside those of earlier calls. */
  public void keep(double objects, double bytes) throws Throwable {
    call("keep", Faults.arrayLength(objects), Faults.arrayLength(bytes));
  }

  /** Keeps an object alone; null lets go of all. */
  public void hold(@Nullable Object object) throws Throwable {
    call("hold", object);
  }

  /** Calls {@link #METHOD} a number of times. */
  public void call(double times) throws Throwable {
    call("call", Faults.arrayLength(times));
  }

  /** Lets go of what the planted classes keep. */
  public static void forgetAll() throws Throwable {
    for (PlantedClass planted : PLANTED.values()) {
      planted.hold(null);
    }
  }

  private @Nullable Object call(String name, @Nullable Object... arguments) throws Throwable {
    for (Method method : type().getDeclaredMethods()) {
      if (method.getName().equals(name)) {
        return lookup.unreflect(method).invokeWithArguments(arguments);
      }
    }
    throw new NoSuchMethodException(name);
  }
}
