package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.EngineFilter.excludeEngines;
import static org.junit.platform.launcher.EngineFilter.includeEngines;

import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.SameOnEveryJdk;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Builds that include or exclude engines. */
@SameOnEveryJdk
class EngineFilterTests {

  static class OrdinaryTestCases {
    @Test
    @Counted
    void bracketed() {}
  }

  private static Optional<String> warning(Class<?> selected, EngineFilter... filters) {
    return EngineFilterWarning.of(
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(selected))
            .filters(filters)
            .build());
  }

  @Test
  void buildThatIncludesOtherEnginesIsWarned() {
    assertThat(warning(SelectedTestCases.class, includeEngines("junit-jupiter", "junit-vintage")))
        .hasValueSatisfying(
            warning ->
                assertThat(warning)
                    .startsWith("Tare: SelectedTestCases.")
                    .endsWith(
                        "() does not run, nor does any other test without @Test: this run includes"
                            + " the engine \"junit-jupiter\" and not \"tare\"; include both, or"
                            + " exclude \"tare\""));
  }

  static Stream<List<EngineFilter>> intended() {
    return Stream.of(
        List.of(),
        List.of(includeEngines("junit-jupiter", "tare")),
        List.of(excludeEngines("tare")),
        List.of(includeEngines("junit-jupiter"), excludeEngines("tare")),
        List.of(includeEngines("junit-vintage")),
        List.of(includeEngines("junit-jupiter"), excludeEngines("junit-jupiter")));
  }

  @ParameterizedTest
  @MethodSource("intended")
  void otherFiltersAreIntended(List<EngineFilter> filters) {
    assertThat(warning(SelectedTestCases.class, filters.toArray(EngineFilter[]::new))).isEmpty();
  }

  @Test
  void testsOfJupiterAreNotLost() {
    assertThat(warning(OrdinaryTestCases.class, includeEngines("junit-jupiter"))).isEmpty();
  }

  /** Program that discovers tests twice, as a build tool does, and runs them. */
  static final class TwoDiscoveries {

    private TwoDiscoveries() {}

    public static void main(String[] arguments) {
      Launcher launcher = LauncherFactory.create();
      for (int i = 0; i < 2; i++) {
        launcher.execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(SelectedTestCases.class))
                .filters(includeEngines("junit-jupiter"))
                .configurationParameter("tare.print", "none")
                .configurationParameter("tare.report.directory", "none")
                .build());
      }
    }
  }

  @Test
  void warningIsPrintedOnce() {
    ChildJvm child = ChildJvm.run(List.of(), TwoDiscoveries.class);

    assertThat(child.err().lines())
        .singleElement()
        .asString()
        .startsWith("Tare: SelectedTestCases.");
  }
}
