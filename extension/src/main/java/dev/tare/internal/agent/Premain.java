package dev.tare.internal.agent;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * What the JVM calls when Tare's jar is given as {@code -javaagent:}; it keeps what it is handed.
 *
 * <p>It prints nothing: a build tool that talks to its test JVM over standard output would call
 * that a corrupted channel.
 */
public final class Premain {

  private static volatile @Nullable Instrumentation instrumentation;

  private Premain() {}

  /** Called before {@code main}. */
  public static void premain(@Nullable String options, Instrumentation granted) {
    instrumentation = granted;
  }

  /** Called when the jar is loaded into a running JVM. */
  public static void agentmain(@Nullable String options, Instrumentation granted) {
    instrumentation = granted;
  }

  /** What the JVM handed over; null if Tare's jar was not loaded as an agent. */
  public static @Nullable Instrumentation instrumentation() {
    return instrumentation;
  }
}
