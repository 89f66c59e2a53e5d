package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An instance of a recorder's copy in {@code java.lang}. No class is compiled against the copy, so
 * it is called through interfaces of the JDK and by reflection.
 */
final class RecorderInstance {

  private final Object instance;
  private final Runnable start;
  private final AutoCloseable stop;

  /**
   * Creates an instance with the only constructor of the recorder.
   *
   * @throws ReflectiveOperationException if the copy cannot be defined
   */
  RecorderInstance(RecorderClass type, @Nullable Object... arguments)
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
  void start() {
    start.run();
  }

  /** Stops recording; allocates nothing. */
  void stop() {
    try {
      stop.close();
    } catch (Exception e) {
      throw new IllegalStateException(e); // close() of a recorder throws no checked exception
    }
  }

  /** Calls a public method of the recorder that has no overloads. */
  Object call(String name, Object... arguments) {
    return call(instance.getClass(), instance, name, arguments);
  }

  /**
   * Calls a public method of a recorder that has no overloads.
   *
   * @param instance null for a static method
   */
  static Object call(Class<?> copy, @Nullable Object instance, String name, Object... arguments) {
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
