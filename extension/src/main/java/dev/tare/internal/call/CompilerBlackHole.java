package dev.tare.internal.call;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * A method of each stub that the JIT compilers of HotSpot take for a black hole, if the JVM was
 * started so: they compute what is handed to it, and compile the call into nothing.
 *
 * <p>An opaque write of a reference costs what the collector wants to know of it: with G1 a
 * nanosecond and more. In a loop nothing is kept here: {@code lastResult()} is null behind it.
 */
public final class CompilerBlackHole {

  // HotSpot, compilerOracle.cpp, "blackhole", from 17 on (JDK-8259316): static methods without a
  // body; JMH uses the same. Measured with G1, a read of a HashMap whose value is returned: 25, 8.2
  // ns by an opaque write, 7.3 ns so, JMH 7.1 ns.

  /** Static, of the stub. */
  static final String METHOD = "consume";

  static final String DESCRIPTOR = "(Ljava/lang/Object;)V";

  private static final String UNLOCK = "UnlockExperimentalVMOptions";
  private static final String COMMAND = "-XX:CompileCommand=blackhole,*Tare$Call*::" + METHOD;
  private static final String TOLD = "tare.fork.blackhole";

  private CompilerBlackHole() {}

  /**
   * What to start a JVM with; nothing where its JIT compiler may know no such methods.
   *
   * @param others its other options
   */
  public static List<String> options(List<String> others) {
    String name = System.getProperty("java.vm.name", "");
    boolean hotSpot = name.contains("HotSpot") || name.contains("OpenJDK");
    boolean other =
        System.getProperty("java.vm.version", "").contains("jvmci")
            || others.stream().anyMatch(option -> option.contains("JVMCI"));
    return hotSpot && !other
        ? List.of("-XX:+" + UNLOCK, "-XX:CompileCommand=quiet", COMMAND, "-D" + TOLD + "=true")
        : List.of();
  }

  /**
   * Whether this JVM was started so, and minds it: of an option that is locked it would only warn.
   */
  static boolean isThere() {
    return Boolean.getBoolean(TOLD)
        && ManagementFactory.getRuntimeMXBean().getInputArguments().contains(COMMAND)
        && Boolean.parseBoolean(
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption(UNLOCK)
                .getValue());
  }
}
