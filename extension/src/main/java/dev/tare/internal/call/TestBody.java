package dev.tare.internal.call;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One test method, bound to its instance and arguments, callable with no weight of our own: nothing
 * is allocated and next to no time is spent between the caller and the method.
 */
public interface TestBody {

  /** Calls the method once; what it returns goes to the black hole. */
  void run() throws Throwable;

  /** Calls the method n times in one loop; what it returns goes to the black hole each time. */
  void repeat(long n) throws Throwable;

  /** Calls the method once and answers what it returned; a primitive comes boxed. */
  @Nullable Object call() throws Throwable;

  /** Whether the method returns anything that the black hole could consume. */
  boolean returnsValue();

  /** The reference that the last {@link #run()} returned; null for a void or primitive method. */
  @Nullable Object lastResult();

  /** Lets go of what the black hole holds, so that no test result outlives its judgement. */
  void forget();

  /** A body of the same method in a class of its own, so that the JIT profiles it anew. */
  TestBody fresh();

  /** Whether calls go through reflection, whose own weight is then in every figure. */
  boolean reflective();

  /** Why no stub could be defined, for the measurement; empty unless {@link #reflective()}. */
  default Optional<String> whyReflective() {
    return Optional.empty();
  }
}
