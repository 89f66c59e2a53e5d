package dev.tare.body;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A test method with its instance and arguments, which can be called without added allocation and
 * almost without added time.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface TestBody {

  /** Calls the method once; the black hole consumes its return value. */
  void run() throws Throwable;

  /** Calls the method n times in one loop; the black hole consumes each return value. */
  void repeat(long n) throws Throwable;

  /** Calls the method once and returns its value, a primitive boxed. */
  @Nullable Object call() throws Throwable;

  /** Returns whether the method returns a value that the black hole can consume. */
  boolean returnsValue();

  /**
   * Returns the reference that the method returned in the last {@link #run()}; null for a void or
   * primitive method, and by default.
   */
  default @Nullable Object lastResult() {
    return null;
  }

  /**
   * Clears the black hole, so that no return value outlives the measurement. The default does
   * nothing, for a body that keeps none.
   */
  default void forget() {}

  /**
   * Returns a body of the same method in a new class, so that the JIT profiles it anew; this one by
   * default.
   */
  default TestBody fresh() {
    return this;
  }
}
