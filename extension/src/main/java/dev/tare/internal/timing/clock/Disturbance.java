package dev.tare.internal.timing.clock;

import dev.tare.internal.call.TestOverlap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds circumstances under which no time can be judged: a debugger, tests that run concurrently,
 * or a JVM without its optimizing compiler.
 */
public final class Disturbance {

  private static final String DEBUGGED =
      "this JVM waits for a debugger (jdwp), under which code runs at another speed; run the test"
          + " without it";

  private static final String CONCURRENT =
      "other tests may run at the same time and take the processor; run this one"
          + TestOverlap.ALONE;

  private static final Pattern UNOPTIMIZED =
      Pattern.compile(
          "-Xint|-XX:-UseCompiler|-XX:TieredStopAtLevel=[0-3]|-XX:CompilationMode=quick-only");

  private static final String WITHOUT_OPTIMIZER =
      "%s switches off the optimizing compiler, whose code is judged; run the test without that, or"
          + " judge it even so with tare.allowUnoptimized = true";

  private Disturbance() {}

  /**
   * Returns why no time can be judged in this JVM; empty if times can be judged.
   *
   * @param jvmArguments arguments that this JVM was started with
   * @param concurrent whether other tests may run at the same time
   * @param unoptimized whether times are judged without the optimizing compiler, too
   */
  public static Optional<String> of(
      List<String> jvmArguments, boolean concurrent, boolean unoptimized) {
    if (jvmArguments.stream().anyMatch(Disturbance::startsDebugger)) {
      return Optional.of(DEBUGGED);
    }
    if (concurrent) {
      return Optional.of(CONCURRENT);
    }
    return unoptimized
        ? Optional.empty()
        : inForce(jvmArguments)
            .filter(Disturbance::switchesOffOptimizer)
            .findFirst()
            .map(WITHOUT_OPTIMIZER::formatted);
  }

  /** Returns the last one of arguments of the same name, which counts. */
  private static Stream<String> inForce(List<String> jvmArguments) {
    Map<String, String> last = new LinkedHashMap<>();
    jvmArguments.forEach(argument -> last.put(argument.split("=", 2)[0], argument));
    return last.values().stream();
  }

  /** Returns whether an option switches off the optimizing compiler. */
  private static boolean switchesOffOptimizer(String option) {
    return UNOPTIMIZED.matcher(option).matches();
  }

  /** Returns whether an argument makes the JVM wait for a debugger. */
  public static boolean startsDebugger(String argument) {
    return argument.startsWith("-agentlib:jdwp")
        || (argument.startsWith("-agentpath:") && argument.contains("jdwp"))
        || argument.startsWith("-Xrunjdwp");
  }
}
