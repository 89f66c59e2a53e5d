package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;

class FailedDiscoveryTests {

  @ParameterizedTest
  @MethodSource
  void failureHasTheReasonOrTheTypeOfItsCause(Throwable cause, String reason) {
    FailedDiscovery failed =
        new FailedDiscovery(
            UniqueId.forEngine("tare"), "one", "all tests", ClassSource.from(getClass()), cause);

    assertThat(failed.failure()).hasMessage("Tare cannot run all tests: " + reason).hasCause(cause);
  }

  static Object[][] failureHasTheReasonOrTheTypeOfItsCause() {
    return new Object[][] {
      {new IllegalStateException("no class file"), "no class file"},
      {new NullPointerException(), "java.lang.NullPointerException"},
      {new NoClassDefFoundError("Shop"), "java.lang.NoClassDefFoundError: Shop"}
    };
  }
}
