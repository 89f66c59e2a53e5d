package dev.tare.benchmark;

import dev.tare.extension.Configuration;
import dev.tare.extension.Unset;
import dev.tare.internal.fork.JvmChoice;
import dev.tare.internal.fork.RefusedOptionsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the options and the JDK that an annotation requires for fresh JVMs, and rejects options
 * that Tare itself sets or that contradict the annotation.
 *
 * @param options options to add
 * @param javaHome folder of the JDK, may contain variables; empty for the suite's JDK
 * @param variables returns the value of a variable; null if it is not set
 */
record FreshJvmRules(
    List<String> options, String javaHome, UnaryOperator<@Nullable String> variables) {

  private static final String EXAMPLE = "jvmArgs = \"-Xmx256m\"";

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^${}]+)}");

  /** Options that determine what a JVM runs; Tare sets them. */
  private static final Pattern RUN_OPTIONS =
      Pattern.compile("-(cp|classpath|-class-path|jar|m|-module|-source)([= ].*)?");

  private static final Pattern UNOPTIMIZED =
      Pattern.compile(
          "-Xint|-XX:-UseCompiler|-XX:TieredStopAtLevel=[0-3]|-XX:CompilationMode=quick-only");

  static FreshJvmRules of(Benchmarked annotation) {
    return new FreshJvmRules(
        List.of(annotation.jvmArgs()),
        annotation.javaHome(),
        name -> System.getProperty(name, System.getenv(name)));
  }

  /**
   * Checks the attributes, as far as possible without starting a JVM.
   *
   * @param forks the number of fresh JVMs
   * @throws IllegalArgumentException if there are no fresh JVMs, or an option is not accepted
   */
  void check(int forks, Configuration configuration) {
    if (forks == 0 && !(options.isEmpty() && javaHome.equals(Unset.TEXT))) {
      throw refuse(
          "they describe fresh JVMs, and forks = 0 starts none", "forks = 3, " + sourceText());
    }
    for (String option : options) {
      if (!option.startsWith("-") || RUN_OPTIONS.matcher(option).matches()) {
        throw refuse(
            "\"%s\" is no option that changes how a JVM runs a test".formatted(option), EXAMPLE);
      }
      if (option.split("=", 2)[0].contains(" -")) {
        throw refuse(
            "\"%s\" has several options in one string".formatted(option),
            "jvmArgs = {\"-Xmx256m\", \"-XX:+UseSerialGC\"}");
      }
      if (UNOPTIMIZED.matcher(option).matches() && !configuration.allowUnoptimized()) {
        throw refuse(
            "\"%s\" switches off the optimizing compiler, whose code is judged; leave it out, or set %s = true"
                .formatted(option, Configuration.ALLOW_UNOPTIMIZED),
            EXAMPLE);
      }
    }
    if (VARIABLE.matcher(javaHome).replaceAll("").contains("${")) {
      throw refuse("a variable is ${NAME}", "javaHome = \"${JAVA_HOME_25}\"");
    }
  }

  /** Returns why the JDK cannot be used on this machine; empty if it can. */
  Optional<String> obstacle() {
    for (Matcher found = VARIABLE.matcher(javaHome); found.find(); ) {
      if (variables.apply(found.group(1)) == null) {
        return Optional.of(
            "%s: there is no system property or environment variable %s"
                .formatted(sourceText(), found.group(1)));
      }
    }
    String folder = choice().home();
    if (folder.isEmpty() && !javaHome.isEmpty()) {
      return Optional.of("%s: the variable is empty".formatted(sourceText()));
    }
    return folder.isEmpty()
            || Stream.of("java", "java.exe")
                .anyMatch(name -> Files.exists(Path.of(folder, "bin", name)))
        ? Optional.empty()
        : Optional.of("%s: there is no JDK in %s".formatted(sourceText(), folder));
  }

  /** Returns the chosen JVM, with variables replaced by their values. */
  JvmChoice choice() {
    String folder =
        VARIABLE
            .matcher(javaHome)
            .replaceAll(
                name ->
                    Matcher.quoteReplacement(
                        Optional.ofNullable(variables.apply(name.group(1))).orElse("")));
    return new JvmChoice(folder, options);
  }

  /** Returns the error for options with which no JVM starts. */
  IllegalArgumentException refusal(RefusedOptionsException refused) {
    return refuse("no JVM starts with them (" + refused.getMessage() + ")", EXAMPLE);
  }

  private IllegalArgumentException refuse(String reason, String example) {
    return new IllegalArgumentException(
        "%s: %s, for example %s".formatted(sourceText(), reason, example));
  }

  /** Returns the attributes as in the source code. */
  private String sourceText() {
    String texts = options.stream().map(one -> '"' + one + '"').collect(Collectors.joining(", "));
    String arguments = options.size() == 1 ? texts : "{" + texts + "}";
    return Stream.of(
            options.isEmpty() ? "" : "jvmArgs = " + arguments,
            javaHome.isEmpty() ? "" : "javaHome = \"" + javaHome + '"')
        .filter(one -> !one.isEmpty())
        .collect(Collectors.joining(", "));
  }
}
