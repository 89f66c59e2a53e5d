package dev.tare.internal.call;

import dev.tare.internal.agent.weave.ClassFiles;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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

  private static final Set<String> PLANTED = ConcurrentHashMap.newKeySet();

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
      Class<?> known = known(name, test.getClassLoader());
      Class<?> planted = known == null ? lookup.defineClass(bytes(name)) : known;
      PLANTED.add(inPackage);
      return new PlantedClass(lookup.in(planted));
    }
  }

  /** Returns the class that a loader itself has defined; null if there is none. */
  private static @Nullable Class<?> known(String name, @Nullable ClassLoader loader) {
    try {
      Class<?> found = Class.forName(name, true, loader);
      return found.getClassLoader() == loader ? found : null;
    } catch (ClassNotFoundException e) {
      return null;
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

  /** Creates objects of the class that nothing holds. */
  public void create(double objects) throws Throwable {
    call("create", Faults.arrayLength(objects));
  }

  /** Returns an object of the class that leads to a number of others. */
  public @Nullable Object chain(double objects) throws Throwable {
    return call("chain", Faults.arrayLength(objects), null);
  }

  /** Keeps objects of the class, beside those of earlier calls. */
  public void keep(double objects) throws Throwable {
    call("keep", Faults.arrayLength(objects));
  }

  /** Keeps an object of the class with an array of bytes, beside those of earlier calls. */
  public void keepBytes(double bytes) throws Throwable {
    call("keepBytes", Faults.arrayLength(bytes));
  }

  /** Keeps an object alone; null lets go of all. */
  public void hold(@Nullable Object object) throws Throwable {
    call("hold", object);
  }

  /** Calls {@link #METHOD} a number of times. */
  public void call(double times) throws Throwable {
    call("call", Faults.arrayLength(times));
  }

  /** Lets go of what the class beside the innermost of test instances keeps, if there is one. */
  public static void forget(List<Object> testInstances) throws Throwable {
    Class<?> test = testInstances.get(testInstances.size() - 1).getClass();
    if (PLANTED.contains(test.getPackageName())) {
      beside(testInstances).hold(null);
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
