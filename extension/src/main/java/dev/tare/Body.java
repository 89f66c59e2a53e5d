package dev.tare;

import org.apiguardian.api.API;

/**
 * Interfaces for the code that {@link Tare#calling} measures: one for code that returns nothing,
 * and one for each primitive type, which is not boxed. All allow checked exceptions.
 *
 * <p>They are meant for lambdas and method references, for which the compiler selects the
 * interface. A body that returns an object is a {@link java.util.concurrent.Callable}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface Body {

  /** Code that returns nothing. */
  @FunctionalInterface
  @SuppressWarnings("FunctionalInterfaceMethodChanged") // a lambda would fit both otherwise
  interface OfVoid extends Runnable {

    /** Runs the code. */
    void call() throws Exception;

    /** Runs the code; a checked exception is wrapped. */
    @Override
    default void run() {
      try {
        call();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Code that returns an {@code int}, {@code short}, {@code byte} or {@code char}. */
  @FunctionalInterface
  interface OfInt {

    /** Runs the code. */
    int call() throws Exception;
  }

  /** Code that returns a {@code long}. */
  @FunctionalInterface
  interface OfLong {

    /** Runs the code. */
    long call() throws Exception;
  }

  /** Code that returns a {@code double} or a {@code float}. */
  @FunctionalInterface
  interface OfDouble {

    /** Runs the code. */
    double call() throws Exception;
  }

  /** Code that returns a {@code boolean}. */
  @FunctionalInterface
  interface OfBoolean {

    /** Runs the code. */
    boolean call() throws Exception;
  }
}
