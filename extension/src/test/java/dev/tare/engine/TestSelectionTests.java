package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.ClassNameFilter.excludeClassNamePatterns;
import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectIteration;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;
import static org.junit.platform.engine.discovery.PackageNameFilter.excludePackageNames;

import dev.tare.engine.SelectedTestCases.Inner;
import dev.tare.testing.SameOnEveryJdk;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.Filter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Checks every kind of selector. */
@SameOnEveryJdk
class TestSelectionTests {

  private static final String ROOT = "[engine:tare]/[class:dev.tare.engine.SelectedTestCases]";
  private static final String ONLY = "[engine:tare]/[class:dev.tare.engine.OnlySelectedTestCases]";
  private static final String INNER = ROOT + "/[nested-class:Inner]";

  @Nested
  class Ids {

    @Test
    void idsHaveJupitersFormBelowTaresEngine() {
      assertThat(
              ids(selectClass(SelectedTestCases.class), selectClass(OnlySelectedTestCases.class)))
          .containsExactlyInAnyOrder(
              ROOT + "/[method:one()]",
              ROOT + "/[method:two()]",
              ROOT + "/[test-template:several(int)]/[test-template-invocation:#1]",
              ROOT + "/[test-template:several(int)]/[test-template-invocation:#2]",
              INNER + "/[method:inner()]",
              ONLY + "/[method:only()]",
              ONLY + "/[test-template:some(int)]/[test-template-invocation:#1]",
              ONLY + "/[test-template:some(int)]/[test-template-invocation:#2]");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          ROOT + "/[method:one()]",
          ROOT + "/[test-template:several(int)]/[test-template-invocation:#2]",
          INNER + "/[method:inner()]",
          ONLY + "/[method:only()]",
          ONLY + "/[test-template:some(int)]/[test-template-invocation:#2]",
        })
    void idSelectsItsTestOnly(String id) {
      assertThat(ids(selectUniqueId(id))).containsExactly(id);
    }

    @Test
    void idOfATemplateOrClassSelectsAllBelow() {
      assertThat(ids(selectUniqueId(ROOT + "/[test-template:several(int)]"))).hasSize(2);
      assertThat(ids(selectUniqueId(ONLY + "/[test-template:some(int)]"))).hasSize(2);
      assertThat(ids(selectUniqueId(INNER))).containsExactly(INNER + "/[method:inner()]");
      assertThat(ids(selectUniqueId(ONLY))).hasSize(3);
      assertThat(ids(selectUniqueId(ROOT))).hasSize(5);
    }

    @Test
    void idsAreNotFilteredByClassName() {
      assertThat(run(Set.of(excludeClassNamePatterns(".*")), selectUniqueId(ONLY))).hasSize(3);
    }

    @Test
    void idsOfOtherEnginesSelectNothing() {
      assertThat(ids(selectUniqueId(ROOT.replace("[engine:tare]", "[engine:junit-jupiter]"))))
          .isEmpty();
    }
  }

  @Test
  void methodSelectorSelectsItsMethod() {
    assertThat(ids(selectMethod(SelectedTestCases.class, "one")))
        .containsExactly(ROOT + "/[method:one()]");
    assertThat(ids(selectMethod(SelectedTestCases.class, "several", "int"))).hasSize(2);
    assertThat(ids(selectMethod(OnlySelectedTestCases.class, "only")))
        .containsExactly(ONLY + "/[method:only()]");
    assertThat(ids(selectMethod(Inner.class, "inner")))
        .containsExactly(INNER + "/[method:inner()]");
    assertThat(ids(selectMethod(SelectedTestCases.class, "ordinary"))).isEmpty();
  }

  @Test
  void nestedSelectorsSelectNestedClassesAndMethods() {
    assertThat(ids(selectClass(Inner.class))).containsExactly(INNER + "/[method:inner()]");
    assertThat(ids(selectNestedClass(List.of(SelectedTestCases.class), Inner.class)))
        .containsExactly(INNER + "/[method:inner()]");
    assertThat(ids(selectNestedMethod(List.of(SelectedTestCases.class), Inner.class, "inner")))
        .containsExactly(INNER + "/[method:inner()]");
  }

  @Test
  void iterationSelectorSelectsInvocations() {
    assertThat(ids(selectIteration(selectMethod(SelectedTestCases.class, "several", "int"), 1)))
        .containsExactly(ROOT + "/[test-template:several(int)]/[test-template-invocation:#2]");
    assertThat(ids(selectIteration(selectMethod(OnlySelectedTestCases.class, "some", "int"), 0)))
        .containsExactly(ONLY + "/[test-template:some(int)]/[test-template-invocation:#1]");
    assertThat(ids(selectIteration(selectMethod(NestedTestCases.Inner.class, "several", "int"), 1)))
        .singleElement()
        .asString()
        .endsWith(
            "/[nested-class:Inner]/[test-template:several(int)]/[test-template-invocation:#2]");
  }

  static class NestedTestCases {
    @Nested
    class Inner {
      @Counted
      @ValueSource(ints = {1, 2})
      Object several(int number) {
        return number;
      }
    }
  }

  @Test
  void filtersApplyToPackagesAndRoots() throws URISyntaxException {
    Filter<?> selected = includeClassNamePatterns(".*SelectedTestCases");
    Path classes =
        Path.of(
            TestSelectionTests.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    DiscoverySelector root = selectClasspathRoots(Set.of(classes)).get(0);

    DiscoverySelector ofPackage = selectPackage("dev.tare.engine");
    assertThat(run(Set.of(selected), ofPackage)).hasSize(8);
    assertThat(run(Set.of(selected, excludeClassNamePatterns(".*Only.*")), root)).hasSize(5);
    assertThat(run(Set.of(selected, excludePackageNames("dev.tare.engine")), ofPackage)).isEmpty();
    assertThat(
            run(Set.of(excludeClassNamePatterns(".*")), selectClass(OnlySelectedTestCases.class)))
        .isEmpty();
  }

  @Test
  void tagFilterApplies() {
    assertThat(
            run(
                Set.of(TagFilter.includeTags("fast")),
                selectClass(SelectedTestCases.class),
                selectClass(OnlySelectedTestCases.class)))
        .containsExactlyInAnyOrder(ROOT + "/[method:two()]", ONLY + "/[method:only()]");
  }

  @Test
  void testSelectedTwiceRunsOnce() {
    assertThat(
            ids(
                selectClass(OnlySelectedTestCases.class),
                selectMethod(OnlySelectedTestCases.class, "only"),
                selectUniqueId(ONLY + "/[test-template:some(int)]/[test-template-invocation:#2]"),
                selectPackage("dev.tare.engine.none")))
        .hasSize(3);
  }

  private static List<String> ids(DiscoverySelector... selectors) {
    return run(Set.of(), selectors);
  }

  private static List<String> run(Set<Filter<?>> filters, DiscoverySelector... selectors) {
    EngineExecutionResults executed =
        EngineTestKit.engine("tare")
            .configurationParameter("tare.print", "none")
            .configurationParameter("tare.report.directory", "none")
            .filters(filters.toArray(Filter[]::new))
            .selectors(selectors)
            .execute();
    assertThat(executed.allEvents().failed().stream()).isEmpty();
    return executed.testEvents().succeeded().stream()
        .map(event -> event.getTestDescriptor().getUniqueId().toString())
        .toList();
  }
}
