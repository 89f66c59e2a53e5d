package dev.tare.survival;

import dev.tare.extension.ValueHolder;
import dev.tare.internal.survival.ReleasedObjects;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Parameter that receives the objects that a test has let go of.
 *
 * <p>It holds them weakly. A local variable of the test may still refer to them: it ends with the
 * test method, before anything is judged.
 *
 * @param <T> the type of the objects
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Released<T> implements ValueHolder {

  static final String REMEDY =
      "let go of an object that the test creates, for example the one that holds it";

  private final ReleasedObjects objects;
  private boolean isHandedOver;

  Released() {
    this(new ReleasedObjects());
  }

  Released(ReleasedObjects objects) {
    this.objects = objects;
  }

  /**
   * Adds an object that must be collected after the test method; may be called any number of times.
   * Only the objects of the first call of the test method are judged: in later calls, which other
   * annotations measure, this method does nothing.
   *
   * @throws IllegalArgumentException if the object is null, or of a kind that the JVM may share or
   *     keep: a string, a boxed number, an enum constant, a class, a lambda that captures nothing
   */
  public void letGo(T object) {
    if (isHandedOver) {
      return;
    }
    Optional<String> refusal = refusal(object);
    if (refusal.isPresent()) {
      throw new IllegalArgumentException("letGo: " + refusal.get() + "; " + REMEDY);
    }
    objects.add(object);
  }

  /** Returns the objects, which are held weakly. */
  @Override
  public Object handedOver() {
    isHandedOver = true;
    return objects;
  }

  /** Returns whether objects of a type are never judged: strings, boxed values, classes, enums. */
  static boolean isNeverJudged(Class<?> type) {
    return type == String.class
        || type == Class.class
        || Enum.class.isAssignableFrom(type)
        || MethodType.methodType(type).unwrap().returnType() != type;
  }

  /** Returns the reason why an object cannot be judged; empty if it can. */
  static Optional<String> refusal(@Nullable Object object) {
    if (object == null) {
      return Optional.of("there is no object, but null");
    }
    Class<?> type = object.getClass();
    return isNeverJudged(type) || capturesNothing(type)
        ? Optional.of(
            "the JVM may share or keep "
                + (type.isHidden()
                    ? "a lambda without captures"
                    : "an object of " + type.getName()))
        : Optional.empty();
  }

  /** Returns whether a class is that of a lambda that captures nothing, a constant of its class. */
  private static boolean capturesNothing(Class<?> type) {
    return type.isHidden()
        && Arrays.stream(type.getDeclaredFields())
            .allMatch(field -> Modifier.isStatic(field.getModifiers()));
  }
}
