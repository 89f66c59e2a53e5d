package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;

class DiscoveryFailuresTests {

  @ParameterizedTest
  @MethodSource
  void failureHasTheReasonOrTheTypeOfItsCause(Throwable cause, String reason) {
    DiscoveryFailures failures = new DiscoveryFailures(UniqueId.forEngine("tare"));

    failures.add("all tests", cause);

    assertThat(failures.descriptors())
        .flatExtracting(TestDescriptor::getChildren)
        .singleElement()
        .asInstanceOf(type(FailedDiscovery.class))
        .satisfies(
            failed ->
                assertThat(failed.failure())
                    .hasMessage("Tare cannot run all tests: " + reason)
                    .hasCause(cause));
  }

  static Object[][] failureHasTheReasonOrTheTypeOfItsCause() {
    return new Object[][] {
      {new IllegalStateException("no class file"), "no class file"},
      {new NullPointerException(), "java.lang.NullPointerException"},
      {new NoClassDefFoundError("Shop"), "java.lang.NoClassDefFoundError: Shop"}
    };
  }
}
