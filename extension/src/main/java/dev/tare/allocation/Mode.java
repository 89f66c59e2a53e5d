package dev.tare.allocation;

import org.apiguardian.api.API;

/** The calls that are judged. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Mode {
  /** The minimum of several calls after some warm-up calls. */
  STEADY,
  /**
   * The first call only, class loading and linking included. Its figure depends on what ran before
   * in the same JVM.
   *
   * <p>Class loading on the test's thread is a row of its own, and so is linking lambdas,
   * concatenations and method handles. Hooks in the JDK's methods count both in that same call. All
   * other allocation is one row, static initializers and classes that the JVM loads by itself
   * included. Without an agent, or with {@code breakdown = NEVER}, there are no rows.
   */
  FIRST_CALL
}
