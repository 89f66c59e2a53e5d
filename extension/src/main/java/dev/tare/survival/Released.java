package dev.tare.survival;

import dev.tare.extension.ValueHolder;
import dev.tare.internal.survival.ReleasedObjects;
import java.util.Optional;
import org.apiguardian.api.API;

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

  private final ReleasedObjects objects;

  Released() {
    this(new ReleasedObjects());
  }

  Released(ReleasedObjects objects) {
    this.objects = objects;
  }

  /**
   * Adds an object that must be collected after the test method; may be called any number of times.
   *
   * @throws IllegalArgumentException if the object is null, or of a kind that the JVM may share or
   *     keep: a string, a boxed number, an enum constant, a class, a lambda that captures nothing
   */
  public void letGo(T object) {
    Optional<String> refusal = ReleasableKind.refusal(object);
    if (refusal.isPresent()) {
      throw new IllegalArgumentException("letGo: " + refusal.get() + "; " + ReleasableKind.REMEDY);
    }
    objects.add(object);
  }

  /** Returns the objects, which are held weakly. */
  @Override
  public Object handedOver() {
    return objects;
  }
}
