package dev.tare.benchmark;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.internal.timing.clock.Disturbance;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the options that an annotation requires for fresh JVMs, and rejects options that Tare
 * itself sets or that contradict the annotation.
 *
 * @param options options to add
 */
record FreshJvmRules(List<String> options) {

  private static final String EXAMPLE = "jvmArgs = \"-Xmx256m\"";

  /** Options that determine what a JVM runs; Tare sets them. */
  private static final Pattern RUN_OPTIONS =
      Pattern.compile("-(cp|classpath|-class-path|jar|m|-module|-source)([= ].*)?");

  static FreshJvmRules of(Benchmarked annotation) {
    return new FreshJvmRules(List.of(annotation.jvmArgs()));
  }

  /**
   * Checks the options, as far as possible without starting a JVM.
   *
   * @param forks the number of fresh JVMs
   * @throws IllegalArgumentException if there are no fresh JVMs, or an option is not accepted
   */
  void check(int forks, Configuration configuration) {
    require(
        forks > 0 || options.isEmpty(),
        "they describe fresh JVMs, and forks = 0 starts none",
        "forks = 3, " + sourceText());
    for (String option : options) {
      require(
          option.startsWith("-") && !RUN_OPTIONS.matcher(option).matches(),
          "\"%s\" is no option that changes how a JVM runs a test".formatted(option),
          EXAMPLE);
      require(
          !option.split("=", 2)[0].contains(" -"),
          "\"%s\" has several options in one string".formatted(option),
          "jvmArgs = {\"-Xmx256m\", \"-XX:+UseSerialGC\"}");
      require(
          !Disturbance.switchesOffOptimizer(option) || configuration.allowUnoptimized(),
          "\"%s\" switches off the optimizing compiler, whose code is judged; leave it out, or set %s = true"
              .formatted(option, ConfigurationKey.ALLOW_UNOPTIMIZED.key()),
          EXAMPLE);
    }
  }

  private void require(boolean isTrue, String reason, String example) {
    if (!isTrue) {
      throw new IllegalArgumentException(
          "%s: %s, for example %s".formatted(sourceText(), reason, example));
    }
  }

  /** Returns the attribute as in the source code. */
  private String sourceText() {
    String texts = options.stream().map(one -> '"' + one + '"').collect(Collectors.joining(", "));
    return "jvmArgs = " + (options.size() == 1 ? texts : "{" + texts + "}");
  }
}
