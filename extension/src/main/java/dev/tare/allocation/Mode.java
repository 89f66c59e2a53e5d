package dev.tare.allocation;

import org.apiguardian.api.API;

/** Which calls are judged. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Mode {
  /** The minimum of several calls after some warm-up calls. */
  STEADY,
  /**
   * The first call and no other, class loading and linking included. Its figure depends on what ran
   * before in the same JVM.
   *
   * <p>What class loaders allocate on the thread of the test, and what linking lambdas,
   * concatenations and method handles does, are rows of their own, counted in that very call by
   * hooks in the JDK's methods for both. What the JVM makes elsewhere, such as a class of the JDK
   * that it loads by itself, is with all else, static initializers too. Where no agent is let in,
   * or with {@code breakdown = NEVER}, nothing is told apart.
   */
  FIRST_CALL
}
