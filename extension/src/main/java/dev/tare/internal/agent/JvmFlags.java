package dev.tare.internal.agent;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** Flags of this JVM, those that {@code -XX:} sets. */
public final class JvmFlags {

  private JvmFlags() {}

  /** Returns the present value of a flag; empty if this JVM has no such flag. */
  public static Optional<String> value(String name) {
    HotSpotDiagnosticMXBean bean =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      return bean == null ? Optional.empty() : Optional.of(bean.getVMOption(name).getValue());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns whether a flag is set; false if this JVM has no such flag. */
  public static boolean isOn(String name) {
    return value(name).map(Boolean::parseBoolean).orElse(false);
  }
}
