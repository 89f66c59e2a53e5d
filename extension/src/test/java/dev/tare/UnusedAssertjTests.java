package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import java.io.File;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnusedAssertjTests {

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void testsWithoutAssertjLoadNothingOfIt(boolean present) {
    String classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> present || !entry.contains("assertj"))
            .collect(Collectors.joining(File.pathSeparator));

    ChildJvm run =
        ChildJvm.run(
            List.of("-XX:+EnableDynamicAgentLoading"), classPath, UnusedAssertjProbe.class);

    assertThat(run.out().lines())
        .contains("succeeded = 2", "failed = 1")
        .anyMatch(line -> line.startsWith("loaded: ") && line.contains("TareExtension"))
        .noneMatch(line -> line.contains("assertj"));
  }
}
