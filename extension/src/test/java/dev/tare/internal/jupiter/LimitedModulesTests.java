package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tare.SampledMatrix;
import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.UnmeasuredException;
import dev.tare.internal.agent.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a Java runtime without a module makes only what needs it unmeasured. */
class LimitedModulesTests {

  // without jdk.jfr HotSpot does not list what C2 has compiled, whose allocations may be eliminated
  private static final String IN_DOUBT = "in doubt: ";

  @TempDir Path folder;

  static Stream<Arguments> modules() {
    return SampledMatrix.of(
        "LimitedModulesTests.modules",
        2,
        List.of(
            arguments(
                "java.management",
                "java.instrument",
                "java.management",
                "java.management",
                "java.management"),
            arguments(
                "jdk.management",
                "java.management,java.instrument,jdk.jfr",
                "jdk.management",
                "jdk.management",
                "jdk.management"),
            arguments(
                "java.instrument",
                "jdk.management,jdk.jfr",
                "java.instrument",
                "in doubt: java.instrument",
                ""),
            arguments(
                "jdk.jfr", "java.instrument,jdk.management", "jdk.jfr", "in doubt: jdk.jfr", ""),
            arguments("jdk.attach", "java.instrument,jdk.management,jdk.jfr", "", "", ""),
            arguments(
                "all of them",
                "java.logging",
                "java.instrument",
                "java.management",
                "java.management")));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void failureNamesTheMissingModule(
      String missing, String present, String retained, String allocated, String timed) {
    ChildJvm child =
        ChildJvm.run(
            List.of(
                ChildJvm.OPTIMIZING,
                "-XX:+EnableDynamicAgentLoading",
                "--limit-modules=java.logging," + present),
            LimitedModulesProbe.class,
            folder.toString());

    assertThat(child.out()).as("without %s: %s", missing, child.err()).contains("counted() SUCC");
    assertOutcome(child, "retained()", retained);
    assertOutcome(child, "invoked()", retained);
    assertOutcome(child, "allocated()", allocated);
    assertOutcome(child, "timed()", timed);
    assertThat(child.out()).contains("weighed() ").doesNotContain("UnweighableException");
    if (missing.equals("java.instrument")) {
      assertThat(child.out())
          .contains("weighed() FAILED " + TareConfigurationException.class.getName() + ": weights ")
          .contains("lacks the module java.instrument; add java.instrument");
    }
    boolean counts = List.of("java.instrument", "jdk.attach").contains(missing);
    assertThat(child.out())
        .contains(
            "survived() "
                + (counts ? "SUCCESSFUL" : "FAILED dev.tare.extension.UnmeasuredException: "));
    assertThat(folder).isDirectoryContaining("glob:**/verdicts-*.json");
  }

  private static void assertOutcome(ChildJvm child, String test, String lacking) {
    String line =
        child.out().lines().filter(printed -> printed.startsWith(test)).findFirst().orElse("");
    if (lacking.isEmpty()) {
      assertThat(line).startsWith(test + " SUCCESSFUL");
    } else if (lacking.startsWith(IN_DOUBT)) {
      assertThat(line)
          .startsWith(test + " ABORTED ")
          .contains("this Java runtime lacks the module " + lacking.substring(IN_DOUBT.length()));
    } else {
      assertThat(line)
          .startsWith(test + " FAILED " + UnmeasuredException.class.getName() + ": unmeasured: ")
          .containsIgnoringWhitespaces("this Java runtime lacks the module " + lacking + " ")
          .contains("add " + lacking + " to the runtime");
    }
  }
}
