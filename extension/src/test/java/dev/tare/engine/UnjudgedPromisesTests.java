package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.TestExecutionResult.successful;
import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.launcher.EngineFilter.includeEngines;
import static org.junit.platform.launcher.TagFilter.excludeTags;

import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import dev.tare.testing.SameOnEveryJdk;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.Filter;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Checks which methods are named at the end of a run since their promises have no verdict. */
@SuppressWarnings({"ClassCanBeStatic", "UnusedMethod", "UnusedNestedClass"}) // not run by JUnit
@SameOnEveryJdk
class UnjudgedPromisesTests {

  private static final String NO_TEST = "no test judges it";

  @Test
  void defaultOfTestsOfAnotherEngineIsNamed() {
    assertThat(unjudged(OldTestCases.class))
        .isEqualTo(Map.of("OldTestCases.sums", "run by another engine than JUnit Jupiter"));
  }

  @Counted
  static class OldTestCases {
    void sums() {}
  }

  /** An engine that runs one method without extensions of JUnit Jupiter. */
  private static final class OldEngine implements TestEngine {
    @Override
    public String getId() {
      return "old";
    }

    @Override
    public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId id) {
      EngineDescriptor root = new EngineDescriptor(id, "old");
      if (request.getSelectorsByType(ClassSelector.class).stream()
          .noneMatch(selector -> selector.getJavaClass() == OldTestCases.class)) {
        return root;
      }
      root.addChild(
          new AbstractTestDescriptor(
              id.append("method", "sums"),
              "sums",
              MethodSource.from(OldTestCases.class.getName(), "sums")) {
            @Override
            public Type getType() {
              return Type.TEST;
            }
          });
      return root;
    }

    @Override
    public void execute(ExecutionRequest request) {
      for (TestDescriptor test : request.getRootTestDescriptor().getChildren()) {
        request.getEngineExecutionListener().executionStarted(test);
        request.getEngineExecutionListener().executionFinished(test, successful());
      }
    }
  }

  @Test
  void annotationThatAnOverridingMethodLacksIsNamed() {
    assertThat(unjudged(OverridingTestCases.class))
        .isEqualTo(
            Map.of(
                "Contract.promised", NO_TEST,
                "AboveTestCases.overridden", NO_TEST,
                "AboveTestCases.ofJupiter", NO_TEST,
                "AboveTestCases.generic", NO_TEST));
  }

  interface Contract {
    @Counted
    Object promised();
  }

  abstract static class AboveTestCases<T> {
    @Counted
    Object overridden() {
      return this;
    }

    @Test
    @Counted
    void ofJupiter() {}

    @Counted
    Object generic(T value) {
      return value;
    }

    @Counted
    abstract Object repeated();

    @Counted
    Object inherited() {
      return this;
    }
  }

  static class OverridingTestCases extends AboveTestCases<String> implements Contract {
    @Override
    public Object promised() {
      return this;
    }

    @Override
    Object overridden() {
      return this;
    }

    @Test
    @Override
    void ofJupiter() {}

    @Override
    Object generic(String value) {
      return value;
    }

    @Counted
    @Override
    Object repeated() {
      return this;
    }
  }

  @Test
  void methodThatIsNoTestIsNamed() {
    assertThat(unjudged(NoTestCases.class))
        .isEqualTo(
            Map.of(
                "NoTestCases.withoutTest", NO_TEST,
                "NoTestCases.emptyContainer", NO_TEST,
                "Forgotten.lost", NO_TEST,
                "Hidden.lost", NO_TEST));
  }

  static class NoTestCases {
    @Test
    void handsOver(@MaxRetainedSize("1 KiB") Retained<String> retained) {
      retained.hold("text");
    }

    void withoutTest(@MaxRetainedSize("1 KiB") Retained<String> retained) {}

    @Test
    @MaxInvocations.InvocationLimits({})
    void emptyContainer() {}

    class Forgotten {
      @Counted
      Object lost() {
        return NoTestCases.this;
      }
    }

    private static class Hidden {
      @Counted
      void lost() {}
    }

    abstract class Base {
      @Counted
      void isInherited() {}
    }

    @Nested
    class OfBase extends Base {}

    static class StandaloneTestCases {
      @Counted
      void alone() {}
    }
  }

  @Test
  void methodOutsideThePlanIsNamedOnlyIfWholeClassesAreSelectedWithoutAFilter() {
    DiscoverySelector whole = selectClass(NoTestCases.class);

    assertThat(unjudged(new DiscoverySelector[] {whole})).hasSize(4);
    assertThat(unjudged(new DiscoverySelector[] {whole}, excludeTags("slow"))).isEmpty();
    assertThat(unjudged(new DiscoverySelector[] {whole}, includeClassNamePatterns(".*"))).isEmpty();
    assertThat(unjudged(new DiscoverySelector[] {whole}, includeEngines("junit-jupiter")))
        .as("with the one that only Tare's engine runs")
        .hasSize(5);
    assertThat(unjudged(new DiscoverySelector[] {whole}, includeEngines("old"))).isEmpty();
    assertThat(
            unjudged(new DiscoverySelector[] {whole, selectMethod(SelectedTestCases.class, "one")}))
        .isEmpty();
  }

  private static Map<String, String> unjudged(Class<?> testClass) {
    return unjudged(new DiscoverySelector[] {selectClass(testClass)});
  }

  private static Map<String, String> unjudged(DiscoverySelector[] selectors, Filter<?>... filters) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectors)
            .filters(filters)
            .configurationParameter("tare.print", "none")
            .configurationParameter("tare.report.directory", "none")
            .build();
    Map<String, String> named = new TreeMap<>();
    UnjudgedPromises unjudged = new UnjudgedPromises(UnjudgedPromises.selected(request));
    LauncherFactory.create(LauncherConfig.builder().addTestEngines(new OldEngine()).build())
        .execute(
            request,
            new TestExecutionListener() {
              @Override
              public void executionSkipped(TestIdentifier test, String reason) {
                unjudged.addSkipped(test, reason);
              }

              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult ended) {
                unjudged.addFinished(test, ended);
              }

              @Override
              public void testPlanExecutionFinished(TestPlan plan) {
                unjudged
                    .of(plan)
                    .forEach(
                        (test, reason) ->
                            named.put(
                                test.className().replaceFirst(".*\\$", "") + "." + test.method(),
                                reason));
              }
            });
    return named;
  }
}
