package dev.tare.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectIteration;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import dev.tare.allocation.MaxAllocatedBytes;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Checks what an IDE shows of a class with both kinds of tests, and that each node runs alone. */
class IdeTests {

  private static final Class<?> INNER = IdeTestCases.Inner.class;
  private static final Class<?> INNERMOST = IdeTestCases.Inner.Innermost.class;

  static class IdeTestCases {

    @Test
    void ordinary() {}

    @Test
    @MaxAllocatedBytes("1 KiB")
    void bracketed() {}

    @MaxAllocatedBytes("1 KiB")
    int alone() {
      return 1;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @MaxAllocatedBytes("1 KiB")
    void parameterized(int size) {}

    @ValueSource(strings = {"a", "b"})
    @MaxAllocatedBytes("1 KiB")
    byte[] aloneParameterized(String text) {
      return new byte[1];
    }

    @TestFactory
    @MaxAllocatedBytes("1 KiB")
    Stream<DynamicTest> dynamic() {
      return Stream.of("x", "y").map(name -> DynamicTest.dynamicTest(name, () -> {}));
    }

    @Nested
    class Inner {

      @Test
      @MaxAllocatedBytes("1 KiB")
      void bracketed() {}

      @MaxAllocatedBytes("1 KiB")
      int alone() {
        return 1;
      }

      @ValueSource(ints = {1, 2})
      @MaxAllocatedBytes("1 KiB")
      byte[] aloneParameterized(int size) {
        return new byte[size];
      }

      @Nested
      class Innermost {

        @MaxAllocatedBytes("1 KiB")
        int alone() {
          return 1;
        }
      }
    }
  }

  /** A run that listens as an IDE does. */
  static final class Run implements TestExecutionListener {

    private final List<TestIdentifier> started = new ArrayList<>();
    private final List<TestIdentifier> failed = new ArrayList<>();
    private TestPlan plan;

    static Run of(DiscoverySelector... selectors) {
      Run run = new Run();
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectors)
                  .filters(ClassNameFilter.includeClassNamePatterns(".*IdeTestCases"))
                  .configurationParameter("tare.print", "none")
                  .configurationParameter("tare.report.directory", "none")
                  .build(),
              run);
      return run;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
      plan = started;
    }

    @Override
    public void executionStarted(TestIdentifier node) {
      started.add(node);
    }

    @Override
    public void executionFinished(TestIdentifier node, TestExecutionResult result) {
      if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
        failed.add(node);
      }
    }

    /** The ids of the tests that ran, in the order in which they began. */
    List<String> tests() {
      return started.stream()
          .filter(TestIdentifier::isTest)
          .map(TestIdentifier::getUniqueId)
          .toList();
    }

    /** The ids of the tests below a node, or of the node itself. */
    List<String> testsOf(TestIdentifier node) {
      return node.isTest()
          ? List.of(node.getUniqueId())
          : plan.getDescendants(node).stream()
              .filter(TestIdentifier::isTest)
              .map(TestIdentifier::getUniqueId)
              .toList();
    }

    /** The tree as an IDE shows it, without the order of siblings. */
    Set<String> tree() {
      return started.stream().map(this::path).collect(Collectors.toSet());
    }

    private String path(TestIdentifier node) {
      return plan.getParent(node).map(parent -> path(parent) + " > ").orElse("")
          + node.getDisplayName();
    }
  }

  private static final Run WHOLE = Run.of(selectClass(IdeTestCases.class));

  @Test
  void treeShowsEachTestOnceUnderTheNameOfItsEngine() {
    String type = "IdeTests$IdeTestCases > ";
    String template = type + "aloneParameterized(String)";

    assertThat(WHOLE.failed).isEmpty();
    assertThat(WHOLE.started).doesNotHaveDuplicates();
    assertThat(WHOLE.tree())
        .contains(
            "Tare > " + type + "alone()",
            "Tare > " + template,
            "Tare > " + type + "Inner > alone()",
            "Tare > " + type + "Inner > Innermost > alone()",
            "JUnit Jupiter > " + type + "ordinary()",
            "JUnit Jupiter > " + type + "bracketed()",
            "JUnit Jupiter > " + type + "parameterized(int)",
            "JUnit Jupiter > " + type + "dynamic() > y",
            "JUnit Jupiter > " + type + "Inner > bracketed()")
        .filteredOn(path -> path.startsWith("Tare > " + template + " > "))
        .hasSize(2);
    assertThat(WHOLE.tests()).hasSize(15);
  }

  @Test
  void eachNodeRunsAloneByItsId() {
    List<TestIdentifier> belowEngines =
        WHOLE.started.stream().filter(node -> node.getParentId().isPresent()).toList();

    assertThat(belowEngines)
        .hasSize(24)
        .allSatisfy(
            node -> {
              Run run = Run.of(selectUniqueId(node.getUniqueId()));
              assertThat(run.failed).isEmpty();
              assertThat(run.tests()).containsExactlyInAnyOrderElementsOf(WHOLE.testsOf(node));
            });
  }

  @Test
  void eachTestLeadsToItsMethod() {
    assertThat(WHOLE.started.stream().filter(TestIdentifier::isTest))
        .allSatisfy(
            test -> {
              MethodSource source = (MethodSource) test.getSource().orElseThrow();
              assertThat(source.getJavaMethod().getDeclaringClass())
                  .isIn(IdeTestCases.class, INNER, INNERMOST);
              assertThat(test.getLegacyReportingName()).startsWith(source.getMethodName() + "(");
            });
  }

  @Test
  void selectedMethodsRunOnce() {
    DiscoverySelector alone = selectMethod(IdeTestCases.class, "alone");

    assertThat(methods(alone, selectMethod(IdeTestCases.class, "bracketed"), alone))
        .containsExactlyInAnyOrder("alone", "bracketed");
    assertThat(methods(selectMethod(INNER, "alone"))).containsExactly("Inner.alone");
    assertThat(methods(selectNestedMethod(List.of(IdeTestCases.class), INNER, "alone")))
        .containsExactly("Inner.alone");
    assertThat(methods(selectNestedClass(List.of(IdeTestCases.class), INNER)))
        .containsExactlyInAnyOrder(
            "Inner.alone",
            "Inner.aloneParameterized[1]",
            "Inner.aloneParameterized[2]",
            "Innermost.alone",
            "Inner.bracketed");
  }

  @Test
  void selectedInvocationRunsAlone() {
    DiscoverySelector method = selectMethod(IdeTestCases.class, "parameterized", "int");
    DiscoverySelector alone =
        selectMethod(IdeTestCases.class, "aloneParameterized", "java.lang.String");
    DiscoverySelector nested = selectMethod(INNER, "aloneParameterized", "int");

    assertThat(methods(selectIteration(method, 1))).containsExactly("parameterized[2]");
    assertThat(methods(selectIteration(alone, 1))).containsExactly("aloneParameterized[2]");
    assertThat(methods(selectIteration(nested, 1))).containsExactly("Inner.aloneParameterized[2]");
  }

  @Test
  @DisabledIfSystemProperty(
      named = "modules.used",
      matches = "true",
      disabledReason = "a module has no class path")
  void packageAndClassPathRootRunTheSameTests() throws URISyntaxException {
    Path root = Path.of(IdeTests.class.getProtectionDomain().getCodeSource().getLocation().toURI());

    assertThat(Run.of(selectPackage(IdeTests.class.getPackageName())).tests())
        .containsExactlyInAnyOrderElementsOf(WHOLE.tests());
    assertThat(Run.of(selectClasspathRoots(Set.of(root)).toArray(DiscoverySelector[]::new)).tests())
        .containsExactlyInAnyOrderElementsOf(WHOLE.tests());
  }

  /** The methods that ran, with their nested class and the number of the invocation. */
  private static List<String> methods(DiscoverySelector... selectors) {
    Run run = Run.of(selectors);
    assertThat(run.failed).isEmpty();
    return run.started.stream().filter(TestIdentifier::isTest).map(IdeTests::name).toList();
  }

  private static String name(TestIdentifier test) {
    MethodSource source = (MethodSource) test.getSource().orElseThrow();
    Class<?> type = source.getJavaClass();
    String invocation = test.getLegacyReportingName().replaceFirst("^.*\\)", "");
    return (type == IdeTestCases.class ? "" : type.getSimpleName() + ".")
        + source.getMethodName()
        + invocation;
  }
}
