package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Launches tests as Gradle's test worker does: in a session, with class selectors, a filter on the
 * sources of the tests, and a listener that files each test below the class it belongs to.
 */
class BuildToolLaunchTests {

  private static final PostDiscoveryFilter ALL = test -> FilterResult.included("all");

  private final List<String> started = new ArrayList<>();

  @Test
  void eachTestIsShownOnceBelowItsClass() {
    launch(ALL);

    assertThat(started)
        .containsExactlyInAnyOrder(
            "SelectedTestCases.one",
            "SelectedTestCases.two",
            "SelectedTestCases.several",
            "SelectedTestCases.several",
            "Inner.inner",
            "SelectedTestCases.ordinary",
            "SelectedTestCases.bracketed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SelectedTestCases.one", "SelectedTestCases.bracketed", "Inner.inner"})
  void selectedTestRunsOnce(String name) {
    launch(
        test ->
            FilterResult.includedIf(
                test.getSource()
                    .filter(MethodSource.class::isInstance)
                    .map(source -> name.equals(name(source)))
                    .orElse(true)));

    assertThat(started).containsExactly(name);
  }

  private static String name(TestSource source) {
    MethodSource method = (MethodSource) source;
    return method.getJavaClass().getSimpleName() + "." + method.getMethodName();
  }

  private void launch(PostDiscoveryFilter filter) {
    try (LauncherSession session = LauncherFactory.openSession()) {
      Launcher launcher = session.getLauncher();
      TestPlan plan =
          launcher.discover(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectClass(SelectedTestCases.class))
                  .selectors(selectClass(SelectedTestCases.Inner.class))
                  .filters(filter)
                  .configurationParameter("tare.print", "none")
                  .build());
      launcher.execute(plan, new FilesTests(plan));
    }
  }

  private final class FilesTests implements TestExecutionListener {

    private final TestPlan plan;

    FilesTests(TestPlan plan) {
      this.plan = plan;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
      if (test.isTest()) {
        // JUnit swallows what a listener throws, so that no assertion is made here
        started.add(
            classOf(test).map(Class::getSimpleName).orElse("no class")
                + "."
                + test.getSource()
                    .map(source -> ((MethodSource) source).getMethodName())
                    .orElse("no source"));
      }
    }

    /** Returns the class of the nearest ancestor that has one. */
    private Optional<Class<?>> classOf(TestIdentifier test) {
      Optional<TestIdentifier> ancestor = plan.getParent(test);
      while (ancestor.isPresent()) {
        Optional<TestSource> source = ancestor.get().getSource();
        if (source.isPresent() && source.get() instanceof ClassSource of) {
          return Optional.of(of.getJavaClass());
        }
        ancestor = plan.getParent(ancestor.get());
      }
      return Optional.empty();
    }
  }
}
