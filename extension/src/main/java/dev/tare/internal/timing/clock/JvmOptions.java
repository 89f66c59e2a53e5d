package dev.tare.internal.timing.clock;

import dev.tare.internal.agent.JvmFlags;
import dev.tare.model.Remark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Options in force in a JVM that change how fast code runs.
 *
 * <p>The flags are read from the JVM, not from its command line: options also come from environment
 * variables, argument files and option files, and one option may set several flags.
 */
public final class JvmOptions {

  // HotSpot, src/hotspot/share/runtime/globals.hpp and compiler/compiler_globals.hpp of JDK 17 and
  // 25. A flag that does not exist or is hidden as diagnostic counts as not set.

  private static final String OFF = "false";
  private static final String ON = "true";

  private static final int OPTIMIZING_LEVEL = 4;

  /** A flag, which of its values slow down code, and the text of the remark. */
  private record Rule(String flag, Predicate<String> slows, String phrase) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule("CheckJNICalls", ON::equals, "-Xcheck:jni: each call of native code is checked"),
          new Rule("Inline", OFF::equals, "-XX:-Inline: methods are not inlined"),
          new Rule(
              "UseOnStackReplacement",
              OFF::equals,
              "-XX:-UseOnStackReplacement: a running loop stays in the interpreter"),
          new Rule(
              "DoEscapeAnalysis", OFF::equals, "-XX:-DoEscapeAnalysis: no allocation is removed"),
          new Rule("UseTLAB", OFF::equals, "-XX:-UseTLAB: each allocation is synchronized"),
          verification("VerifyBeforeGC"),
          verification("VerifyDuringGC"),
          verification("VerifyAfterGC"),
          probes("DTraceMethodProbes"),
          probes("DTraceAllocProbes"),
          probes("ExtendedDTraceProbes"),
          commands("CompileCommand"),
          commands("CompileCommandFile"),
          commands("CompileOnly"),
          commands("CompilerDirectivesFile"));

  private final Function<String, Optional<String>> flags;
  private final boolean release;
  private final boolean systemAssertions;

  /**
   * Creates the options of a JVM.
   *
   * @param flags returns the value of a flag; empty if there is no such flag
   * @param release whether the JVM is a release build
   * @param systemAssertions whether the JDK's own classes check their assertions
   */
  public JvmOptions(
      Function<String, Optional<String>> flags, boolean release, boolean systemAssertions) {
    this.flags = flags;
    this.release = release;
    this.systemAssertions = systemAssertions;
  }

  /**
   * Returns the options of this JVM. Flags are read at each call, since a full code cache switches
   * compilation off.
   */
  public static JvmOptions ofThisJvm() {
    return new JvmOptions(
        JvmFlags::value,
        System.getProperty("jdk.debug", "release").equals("release"),
        Object.class.desiredAssertionStatus());
  }

  private static Rule verification(String flag) {
    return new Rule(flag, ON::equals, "-XX:+" + flag + ": the heap is verified at collections");
  }

  private static Rule probes(String flag) {
    return new Rule(flag, ON::equals, "-XX:+" + flag + ": compiled code calls probes");
  }

  private static Rule commands(String flag) {
    return new Rule(
        flag,
        JvmOptions::changesCompilation,
        "-XX:" + flag + ": the JIT may compile methods otherwise than by default");
  }

  /**
   * Returns whether one of the compiler commands may change the compiled code. All commands except
   * {@code quiet} and {@code blackhole} may.
   */
  private static boolean changesCompilation(String commands) {
    return commands
        .lines()
        .map(String::strip)
        .anyMatch(
            command ->
                !command.isEmpty()
                    && !command.startsWith("quiet")
                    && !command.startsWith("blackhole"));
  }

  /** Returns why no method is optimized, as one phrase with the option; empty if methods are. */
  public Optional<String> unoptimized() {
    if (hasValue("UseCompiler", OFF)) {
      return Optional.of("no method is compiled (-Xint, or the code cache is full)");
    }
    if (hasValue("CompilationMode", "quick-only")) {
      return Optional.of("no method is optimized (-XX:CompilationMode=quick-only)");
    }
    String level = flags.apply("TieredStopAtLevel").orElse("");
    return hasValue("TieredCompilation", ON) && isBelowOptimizing(level)
        ? Optional.of("no method is optimized (-XX:TieredStopAtLevel=" + level + ")")
        : Optional.empty();
  }

  /**
   * Returns why a first call takes longer than in other JVMs, as one phrase; empty if it does not.
   */
  public Optional<String> slowStart() {
    return unoptimized().or(this::waitsForCompiler);
  }

  private Optional<String> waitsForCompiler() {
    if (hasValue("UseInterpreter", OFF)) {
      return Optional.of(
          "-Xcomp: each method is compiled before its first call, without a profile");
    }
    return hasValue("BackgroundCompilation", OFF)
        ? Optional.of("-Xbatch: calls wait while a method is compiled")
        : Optional.empty();
  }

  /** Returns the options that make a first call take longer. */
  public List<Remark> slowingFirstCall() {
    List<Remark> remarks = new ArrayList<>(slowing());
    if (unoptimized().isEmpty() && !hasValue("UseInterpreter", OFF)) {
      waitsForCompiler().map(JvmOptions::remark).ifPresent(remarks::add);
    }
    return remarks;
  }

  /** Returns the options that make calls take longer. */
  public List<Remark> slowing() {
    List<Remark> remarks = new ArrayList<>();
    unoptimized().map(JvmOptions::remark).ifPresent(remarks::add);
    if (hasValue("UseInterpreter", OFF)) {
      waitsForCompiler().map(JvmOptions::remark).ifPresent(remarks::add);
    }
    if (!release) {
      remarks.add(Remark.of("debug-build", "a debug build of the JVM"));
    }
    if (systemAssertions) {
      remarks.add(remark("-esa: the JDK's classes check their assertions"));
    }
    boolean compiles = !hasValue("UseCompiler", OFF);
    for (Rule rule : RULES) {
      // without a compiler this flag is off in any case
      boolean implied = rule.flag().equals("UseOnStackReplacement") && !compiles;
      if (!implied && flags.apply(rule.flag()).filter(rule.slows()).isPresent()) {
        remarks.add(remark(rule.phrase()));
      }
    }
    return remarks;
  }

  /** Returns options that are reported but do not slow down warmed-up calls. */
  public List<Remark> harmless() {
    List<Remark> remarks = new ArrayList<>();
    if (!hasValue("UseInterpreter", OFF)) {
      waitsForCompiler().map(JvmOptions::remark).ifPresent(remarks::add);
    }
    if (hasValue("UseJVMCICompiler", ON)) {
      remarks.add(remark("-XX:+UseJVMCICompiler: compiled by another compiler than C2"));
    }
    return remarks;
  }

  private static Remark remark(String option) {
    return Remark.of("jvm-option", "{option}", option);
  }

  private boolean hasValue(String flag, String value) {
    return flags.apply(flag).filter(value::equals).isPresent();
  }

  private static boolean isBelowOptimizing(String level) {
    try {
      return Integer.parseInt(level) < OPTIMIZING_LEVEL;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
