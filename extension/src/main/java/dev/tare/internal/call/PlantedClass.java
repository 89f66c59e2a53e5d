package dev.tare.internal.call;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.Arrays;
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
    try (InputStream in = Planted.class.getResourceAsStream("Planted.class")) {
      ClassFile file =
          new ClassFile(new DataInputStream(new BufferedInputStream(Objects.requireNonNull(in))));
      file.setName(name);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      file.write(new DataOutputStream(bytes));
      return bytes.toByteArray();
    }
  }

  /** Returns the planted class. */
  public Class<?> type() {
    return lookup.lookupClass();
  }

  /** Creates objects of the class, each of which leads to the one before; returns the last. */
  public @Nullable Object create(double objects) throws Throwable {
    return call("create", Object.class, Faults.arrayLength(objects));
  }

  /** Keeps objects of the class, each with an array of bytes, beside those of earlier calls. */
  public void keep(double objects, double bytes) throws Throwable {
    call("keep", void.class, Faults.arrayLength(objects), Faults.arrayLength(bytes));
  }

  /** Keeps an object alone; null lets go of all. */
  public void hold(@Nullable Object object) throws Throwable {
    lookup
        .findStatic(type(), "hold", MethodType.methodType(void.class, Object.class))
        .invokeWithArguments(object);
  }

  /** Calls {@link #METHOD} a number of times. */
  public void call(double times) throws Throwable {
    call("call", void.class, Faults.arrayLength(times));
  }

  /** Lets go of what the planted classes keep. */
  public static void forgetAll() throws Throwable {
    for (PlantedClass planted : PLANTED.values()) {
      planted.hold(null);
    }
  }

  private @Nullable Object call(String method, Class<?> returned, Integer... numbers)
      throws Throwable {
    Class<?>[] parameters = new Class<?>[numbers.length];
    Arrays.fill(parameters, int.class);
    return lookup
        .findStatic(type(), method, MethodType.methodType(returned, parameters))
        .invokeWithArguments((Object[]) numbers);
  }
}
