package dev.tare.internal.timing;

import dev.tare.internal.timing.clock.JvmOptions;
import java.util.Map;
import java.util.Optional;

/** Options of simulated JVMs. */
public final class JvmOptionsOf {

  private JvmOptionsOf() {}

  /** Options of a JVM with these flags and no others. */
  public static JvmOptions flags(Map<String, String> inForce) {
    return new JvmOptions(flag -> Optional.ofNullable(inForce.get(flag)), true, false);
  }
}
