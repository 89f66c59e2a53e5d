package dev.tare.internal.agent;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * The agent class that the JVM calls when Tare's jar is given as {@code -javaagent:}; it stores the
 * instrumentation.
 *
 * <p>It prints nothing, because a build tool that communicates with its test JVM over standard
 * output would report a corrupted channel.
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

  /**
   * Returns the instrumentation that the JVM passed; null if Tare's jar was not loaded as an agent.
   */
  public static @Nullable Instrumentation instrumentation() {
    return instrumentation;
  }
}
