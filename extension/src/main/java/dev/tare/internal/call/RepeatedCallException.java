package dev.tare.internal.call;

import static java.util.Objects.requireNonNull;

import java.util.Set;

/**
 * Thrown by a body in place of an exception that fails a test, from its second call on: often the
 * body cannot be repeated. The cause is the exception of the body.
 */
public final class RepeatedCallException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The exceptions with which JUnit aborts a test, subclasses included; that of JUnit 4 too. */
  private static final Set<String> ABORTING =
      Set.of(
          "org.opentest4j.TestAbortedException", "org.junit.internal.AssumptionViolatedException");

  private final long call;
  private final boolean isExact;

  private RepeatedCallException(long call, boolean isExact, Throwable thrown) {
    super(thrown.toString(), thrown, false, false);
    this.call = call;
    this.isExact = isExact;
  }

  /**
   * Returns what a body throws in place of an exception; the exception itself in its first call.
   *
   * @param before the number of calls that returned
   * @param calls the number of calls of which one threw
   */
  static Throwable of(long before, long calls, Throwable thrown) {
    return before == 0 || !isFailure(thrown)
        ? thrown
        : new RepeatedCallException(before + 1, calls == 1, thrown);
  }

  /** Returns the text of the body's exception, for messages that quote it. */
  @Override
  @SuppressWarnings("OverrideThrowableToString") // never printed as itself
  public String toString() {
    return String.valueOf(getMessage());
  }

  /** Returns whether an exception fails a test: those for assumptions abort it. */
  private static boolean isFailure(Throwable thrown) {
    boolean fails = thrown instanceof Exception || thrown instanceof AssertionError;
    for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
      fails &= !ABORTING.contains(type.getName());
    }
    return fails;
  }

  /**
   * Returns the failure of the test: its first line names the call, its stack trace is that of the
   * exception of the body, which is its cause.
   *
   * @param of the number of calls of the schedule; 0 if it is not known
   * @param remedy why it threw, if that is known, and what the user can do
   */
  public Throwable failure(long of, String remedy) {
    Throwable thrown = requireNonNull(getCause());
    String message =
        "call %s%s%s threw %s; %s"
            .formatted(
                call,
                call <= of ? " of " + of : "",
                isExact ? "" : " or a later one",
                thrown.toString().lines().findFirst().orElse(""),
                remedy);
    Throwable failure =
        thrown instanceof AssertionError
            ? new AssertionError(message, thrown)
            : new IllegalStateException(message, thrown);
    failure.setStackTrace(thrown.getStackTrace());
    return failure;
  }
}
