package dev.tare.internal.agent;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** Flags of this JVM, which the options {@code -XX:} set. */
public final class JvmFlags {

  private JvmFlags() {}

  /** Returns the current value of a flag; empty if this JVM has no such flag. */
  public static Optional<String> value(String name) {
    HotSpotDiagnosticMXBean bean =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      return bean == null ? Optional.empty() : Optional.of(bean.getVMOption(name).getValue());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns whether a boolean flag is on; false if this JVM has no such flag. */
  public static boolean isOn(String name) {
    return value(name).map(Boolean::parseBoolean).orElse(false);
  }
}
