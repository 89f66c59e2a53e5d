package dev.tare.internal.timing.clock;

import dev.tare.internal.call.TestOverlap;
import java.util.List;
import java.util.Optional;

/**
 * Finds circumstances under which no time can be judged: a debugger, or tests that run
 * concurrently.
 */
public final class Disturbance {

  private static final String DEBUGGED =
      "this JVM waits for a debugger (jdwp), under which code runs at another speed; run the test"
          + " without it";

  private static final String CONCURRENT =
      "other tests may run at the same time and take the processor; run this one"
          + TestOverlap.ALONE;

  private Disturbance() {}

  /**
   * Returns why no time can be judged here; empty if times can be judged.
   *
   * @param jvmArguments arguments that this JVM was started with
   * @param concurrent whether other tests may run at the same time
   */
  public static Optional<String> of(List<String> jvmArguments, boolean concurrent) {
    if (jvmArguments.stream().anyMatch(Disturbance::startsDebugger)) {
      return Optional.of(DEBUGGED);
    }
    return concurrent ? Optional.of(CONCURRENT) : Optional.empty();
  }

  /** Returns whether an argument makes the JVM wait for a debugger. */
  static boolean startsDebugger(String argument) {
    return argument.startsWith("-agentlib:jdwp")
        || (argument.startsWith("-agentpath:") && argument.contains("jdwp"))
        || argument.startsWith("-Xrunjdwp");
  }
}
