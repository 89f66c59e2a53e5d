package dev.tare.internal.call;

import dev.tare.internal.agent.DiagnosticCommand;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * A stub method that HotSpot's JIT compilers treat as a black hole, if the JVM was started with
 * {@link #options(List)}: they compute its argument and emit no code for the call.
 *
 * <p>It avoids the collector's write barrier, which an opaque write of a reference includes and
 * which takes a nanosecond or more with G1. The method stores nothing, so {@code lastResult()} is
 * null after a loop.
 */
public final class CompilerBlackHole {

  // HotSpot, compilerOracle.cpp, "blackhole", from 17 on (JDK-8259316): static methods without a
  // body; JMH uses the same. docs/internals/measurements/noise.md compares both kinds.

  /** The name of the static stub method. */
  static final String METHOD = "consume";

  static final String DESCRIPTOR = "(Ljava/lang/Object;)V";

  private static final String UNLOCK = "UnlockExperimentalVMOptions";
  private static final String COMMAND = "-XX:CompileCommand=blackhole,*Tare$Call*::" + METHOD;
  private static final String PROPERTY = "tare.fork.blackhole";

  private CompilerBlackHole() {}

  /**
   * Returns the options that start a JVM with black holes; none if its JIT compiler may not support
   * them.
   *
   * @param others the JVM's other options
   */
  public static List<String> options(List<String> others) {
    String name = System.getProperty("java.vm.name", "");
    boolean hotSpot = name.contains("HotSpot") || name.contains("OpenJDK");
    boolean other =
        System.getProperty("java.vm.version", "").contains("jvmci")
            || others.stream().anyMatch(option -> option.contains("JVMCI"));
    return hotSpot && !other
        ? List.of("-XX:+" + UNLOCK, "-XX:CompileCommand=quiet", COMMAND, "-D" + PROPERTY + "=true")
        : List.of();
  }

  /**
   * Returns whether this JVM was started with the options and obeys them. The unlocking option is
   * checked because the JVM only warns about a locked one.
   */
  static boolean isAvailable() {
    return Boolean.getBoolean(PROPERTY)
        && ManagementFactory.getRuntimeMXBean().getInputArguments().contains(COMMAND)
        && DiagnosticCommand.isOn(UNLOCK);
  }
}
