package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import dev.tare.extension.TareConfigurationException;
import dev.tare.invocations.MaxInvocations;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherFactory;

/** Checks the reports of a build that runs all engines. */
class BothEnginesTests {

  @Test
  void everyTestIsReportedOnce() {
    FinishedRecorder finished = run(SelectedTestCases.class, OnlySelectedTestCases.class);

    assertThat(finished.methods)
        .containsExactlyInAnyOrder(
            "SelectedTestCases.one",
            "SelectedTestCases.two",
            "SelectedTestCases.several",
            "SelectedTestCases.several",
            "SelectedTestCases.ordinary",
            "SelectedTestCases.bracketed",
            "SelectedTestCases$Inner.inner",
            "OnlySelectedTestCases.only",
            "OnlySelectedTestCases.some",
            "OnlySelectedTestCases.some");
    assertThat(finished.failures).isEmpty();
  }

  @Test
  void failedDiscoveryDoesNotAffectJupitersTests() {
    FinishedRecorder finished = run(RefusedTestCases.class, OrdinaryTestCases.class);

    assertThat(finished.methods)
        .containsExactlyInAnyOrder("OrdinaryTestCases.ordinary", "RefusedTestCases.empty");
    assertThat(finished.classes).contains(RefusedTestCases.class.getName());
    assertThat(finished.failures).singleElement().isInstanceOf(TareConfigurationException.class);
  }

  static class RefusedTestCases {
    @MaxInvocations.InvocationLimits({})
    Object empty() {
      return this;
    }
  }

  static class OrdinaryTestCases {
    @Test
    void ordinary() {}
  }

  private static FinishedRecorder run(Class<?>... classes) {
    FinishedRecorder finished = new FinishedRecorder();
    LauncherFactory.create()
        .execute(
            request()
                .configurationParameter("tare.print", "none")
                .configurationParameter("tare.report.directory", "none")
                .selectors(
                    Stream.of(classes).map(type -> selectClass(type)).toArray(ClassSelector[]::new))
                .build(),
            finished);
    return finished;
  }

  private static final class FinishedRecorder implements TestExecutionListener {
    private final List<String> methods = new ArrayList<>();

    /** Finished containers: Surefire omits tests of a container that does not finish. */
    private final List<String> classes = new ArrayList<>();

    private final List<Throwable> failures = new ArrayList<>();

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult outcome) {
      outcome.getThrowable().ifPresent(failures::add);
      if (test.isContainer() && test.getSource().orElse(null) instanceof ClassSource source) {
        classes.add(source.getClassName());
      }
      if (test.isTest() && test.getSource().orElse(null) instanceof MethodSource source) {
        String type = source.getClassName().substring("dev.tare.engine.".length());
        methods.add(type.replace("BothEnginesTests$", "") + "." + source.getMethodName());
      }
    }
  }
}
