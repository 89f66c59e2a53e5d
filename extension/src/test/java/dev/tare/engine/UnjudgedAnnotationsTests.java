package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import dev.tare.ExecutedTests;
import dev.tare.PackagePrivateTestCases;
import dev.tare.allocation.NoAllocation;
import dev.tare.benchmark.BeforeCall;
import dev.tare.extension.TareConfigurationException;
import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import dev.tare.testing.SameOnEveryJdk;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Checks that an annotation which no test judges is refused. */
@SuppressWarnings({"ClassCanBeStatic", "UnusedNestedClass"}) // classes that JUnit does not run
@SameOnEveryJdk
class UnjudgedAnnotationsTests {

  @Test
  void overridingMethodWithoutTheAnnotationIsRefused() {
    ExecutedTests tests = ExecutedTests.tare(OverridingTestCases.class);

    assertThat(tests.failed())
        .containsExactlyInAnyOrder(
            "AboveTestCases.implemented",
            "AboveTestCases.overridden",
            "AboveTestCases.ofJupiter",
            "AboveTestCases.generic",
            "AboveTestCases.handedOver",
            "Contract.promised");
    assertThat(tests.succeeded()).containsExactlyInAnyOrder("inherited", "repeated");
    assertThat(tests.failure("Contract.promised"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@Counted on Contract.promised(): OverridingTestCases.promised() overrides it without"
                + " the annotation, so nothing would be judged; repeat it there, for example"
                + " \"@Counted Object promised()\", or add @Disabled there");
  }

  /**
   * Newer versions of JUnit run both tests of Jupiter; this one drops the one that is not visible.
   */
  @Test
  void methodThatASubclassInAnotherPackageDoesNotSeeIsRefused() {
    ExecutedTests tests = ExecutedTests.tare(OtherPackageTestCases.class);

    assertThat(tests.succeeded()).containsExactlyInAnyOrder("alone", "inherited", "visible");
    assertThat(tests.failed())
        .containsExactlyInAnyOrder(
            "PackagePrivateTestCases.alone", "PackagePrivateTestCases.ofJupiter");
    assertThat(tests.failure("PackagePrivateTestCases.alone"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@NoAllocation on PackagePrivateTestCases.alone(): it is package-private, and"
                + " OtherPackageTestCases.alone() in dev.tare.engine does not override it, so this one"
                + " would not run; rename one of them");
  }

  static class OtherPackageTestCases extends PackagePrivateTestCases {

    @NoAllocation
    void alone() {}

    void ofJupiter() {}

    @Override
    @NoAllocation
    protected void visible() {}
  }

  @Nested
  class SelectedMethod {

    private static final String CLASS = "dev.tare.engine.UnjudgedAnnotationsTests$";

    @Test
    void onlyTheSelectedMethodIsRefused() {
      assertThat(refused(selectMethod(OverridingTestCases.class, "promised")))
          .containsExactly("Contract.promised");
      assertThat(refused(selectMethod(OverridingTestCases.class, "generic", "java.lang.String")))
          .containsExactly("AboveTestCases.generic");
      assertThat(refused(selectMethod(OverridingTestCases.class, "inherited"))).isEmpty();
    }

    @Test
    void jupiterTestIsRefusedByItsUniqueId() {
      String id = "[engine:junit-jupiter]/[class:" + CLASS + "OverridingTestCases]/[method:%s()]";

      assertThat(refused(selectUniqueId(id.formatted("ofJupiter"))))
          .containsExactly("AboveTestCases.ofJupiter");
      assertThat(refused(selectUniqueId(id.formatted("other")))).isEmpty();
    }

    @Test
    void refusedMethodIsSelectedByItsUniqueId() {
      String type = "[engine:tare]/[failed-class:" + CLASS + "OverridingTestCases]";

      assertThat(refused(selectUniqueId(type + "/[failed:AboveTestCases.overridden()]")))
          .containsExactly("AboveTestCases.overridden");
      assertThat(refused(selectUniqueId(type))).hasSize(6);
      assertThat(
              refused(
                  selectUniqueId(
                      "[engine:tare]/[class:"
                          + CLASS
                          + "OverridingTestCases]/[method:promised()]")))
          .containsExactly("Contract.promised");
    }

    @Test
    void annotationsThatConcernTheSelectedMethodAreRefused() {
      assertThat(
              refused(
                  selectMethod(ParameterTestCases.class, "withoutTest", Retained.class.getName())))
          .containsExactlyInAnyOrder("ParameterTestCases.withoutTest", "ParameterTestCases");
      assertThat(refused(selectMethod(HidingTestCases.class, "fills")))
          .containsExactly("HiddenTestCases.text");
      assertThat(refused(selectMethod(InnerOfHidingTestCases.Inner.class, "fills")))
          .containsExactly("HiddenTestCases.text");
    }

    @Test
    void refusedMethodIsFilteredByItsTag() {
      EngineTestKit.Builder kit =
          EngineTestKit.engine("tare")
              .configurationParameter("tare.print", "none")
              .configurationParameter("tare.report.directory", "none")
              .selectors(selectClass(TaggedTestCases.class));

      assertThat(kit.filters(TagFilter.includeTags("fast")).execute().testEvents().failed().count())
          .isEqualTo(1);
    }

    private static List<String> refused(DiscoverySelector selector) {
      return ExecutedTests.by("tare", List.of(selector)).failed();
    }
  }

  static class TaggedTestCases implements Contract {
    @Tag("fast")
    @Override
    public Object promised() {
      return this;
    }

    void handedOver(@MaxRetainedSize("1 KiB") Retained<String> value) {}
  }

  static class InnerOfHidingTestCases extends HiddenTestCases {
    @SuppressWarnings("HidingField") // what is tested
    String text = "";

    @Nested
    class Inner {
      @Test
      void fills() {
        text = "full";
      }
    }
  }

  interface Contract {
    @Counted
    Object promised();
  }

  abstract static class AboveTestCases<T> {
    @Counted
    abstract Object implemented();

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

    void handedOver(@MaxRetainedSize("1 KiB") Retained<String> value) {}

    @Counted
    abstract Object repeated();

    @Counted
    Object disabled() {
      return this;
    }

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
    Object implemented() {
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

    @Override
    void handedOver(Retained<String> value) {}

    @Counted
    @Override
    Object repeated() {
      return this;
    }

    @Disabled("promised elsewhere")
    @Override
    Object disabled() {
      return this;
    }
  }

  @Test
  void parameterOfAMethodThatIsNoTestIsRefused() {
    ExecutedTests tests = ExecutedTests.tare(ParameterTestCases.class);

    assertThat(tests.failed())
        .containsExactlyInAnyOrder(
            "ParameterTestCases.withoutTest", "ParameterTestCases.prepare", "ParameterTestCases");
    assertThat(tests.failure("ParameterTestCases.withoutTest"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageStartingWith("@MaxRetainedSize(\"1 KiB\") on ParameterTestCases.withoutTest()")
        .hasMessageContaining("\"@Test void holds(@MaxRetainedSize(\"1 KiB\") Retained<Cache>");
  }

  static class ParameterTestCases {
    ParameterTestCases(@MaxRetainedSize("1 KiB") Retained<String> value) {}

    @BeforeEach
    void prepare(@MaxRetainedSize("1 KiB") Retained<String> value) {}

    void withoutTest(@MaxRetainedSize("1 KiB") Retained<String> value) {}

    @Test
    void test(@MaxRetainedSize("1 KiB") Retained<String> value) {}
  }

  @Test
  void annotationsOfAClassWithoutTestsAreRefused() {
    ExecutedTests tests = ExecutedTests.tare(EmptyTestCases.class);

    assertThat(tests.failed())
        .containsExactlyInAnyOrder(
            "EmptyTestCases", "EmptyTestCases.text", "WithFieldTestCases.CONSTANT");
    assertThat(tests.failure("EmptyTestCases.text"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageStartingWith("@MaxRetainedSize(\"1 KiB\") on EmptyTestCases.text: ")
        .hasMessageContaining("for example \"@Test void fills()\"");
  }

  abstract static class WithFieldTestCases {
    @MaxRetainedSize("1 KiB")
    static final String CONSTANT = "a constant";
  }

  @MaxRetainedSize("1 KiB")
  static class EmptyTestCases extends WithFieldTestCases {
    @MaxRetainedSize("1 KiB")
    String text = "";
  }

  @Test
  void hiddenFieldIsRefused() {
    ExecutedTests tests = ExecutedTests.tare(HidingTestCases.class);

    assertThat(tests.failed()).containsExactly("HiddenTestCases.text");
    assertThat(tests.failure("HiddenTestCases.text"))
        .hasMessageContaining("for example \"String textOfHiddenTestCases\"");
  }

  static class HiddenTestCases {
    @MaxRetainedSize("1 KiB")
    String text = "hidden";
  }

  static class HidingTestCases extends HiddenTestCases {
    @SuppressWarnings("HidingField") // what is tested
    String text = "";

    @Test
    void fills() {}
  }

  @Test
  void innerClassThatJUnitSkipsIsRefused() {
    ExecutedTests tests = ExecutedTests.tare(InnerTestCases.class);

    assertThat(tests.failed()).containsExactly("Forgotten");
    assertThat(tests.failure("Forgotten"))
        .hasMessageContaining("for example \"@Nested class Forgotten\"");
  }

  static class InnerTestCases {
    @Test
    void test() {}

    class Forgotten {
      @Counted
      Object lost() {
        return InnerTestCases.this;
      }
    }
  }

  @Nested
  class MemberClassThatJUnitDoesNotRun {

    @ParameterizedTest
    @ValueSource(
        classes = {
          InheritingInnerTestCases.class,
          DefaultOfInnerTestCases.class,
          FieldOfInnerTestCases.class,
          ParameterOfInnerTestCases.class,
          PreparingInnerTestCases.class,
          DeepInnerTestCases.class,
          AbstractNestedTestCases.class,
          PrivateNestedTestCases.class,
          PrivateStaticTestCases.class,
          OfSuperclassTestCases.class
        })
    void unjudgedAnnotationIsRefused(Class<?> testClass) {
      ExecutedTests tests = ExecutedTests.tare(testClass);

      assertThat(tests.failed()).hasSize(1);
      assertThat(tests.failure(tests.failed().get(0)))
          .isInstanceOf(TareConfigurationException.class)
          .hasMessageContaining("JUnit does not run");
    }

    @Test
    void classThatJUnitDoesNotRunIsRefusedWithTheReason() {
      assertThat(ExecutedTests.tare(AbstractNestedTestCases.class).failure("In"))
          .hasMessage(
              "@Counted on In: JUnit does not run an abstract class, and no class here that it runs"
                  + " extends this one; leave abstract out, for example \"@Nested class In\"");
      assertThat(ExecutedTests.tare(PrivateNestedTestCases.class).failure("In"))
          .hasMessageContaining("leave private out, for example \"@Nested class In\"");
      assertThat(ExecutedTests.tare(PrivateStaticTestCases.class).failure("In"))
          .hasMessageContaining("leave private out, for example \"static class In\"");
      assertThat(ExecutedTests.tare(OfSuperclassTestCases.class).failed())
          .containsExactly("WithInnerTestCases.In");
    }

    @Test
    void classThatARunningClassExtendsIsNotRefused() {
      ExecutedTests tests = ExecutedTests.tare(ExtendedTestCases.class);

      assertThat(tests.failed()).isEmpty();
      assertThat(tests.succeeded()).containsExactlyInAnyOrder("one", "one", "one");
    }

    @Test
    void classWithoutAnAnnotationIsNotRefused() {
      assertThat(ExecutedTests.tare(HelpersTestCases.class).failed()).isEmpty();
    }
  }

  abstract static class CountingTestCases {
    @Counted
    Object one() {
      return this;
    }
  }

  static class InheritingInnerTestCases {
    class In extends CountingTestCases {}

    @Test
    void test() {}
  }

  static class DefaultOfInnerTestCases {
    @MaxRetainedSize("1 KiB")
    class In {
      @Test
      void test() {}
    }

    @Test
    void test() {}
  }

  static class FieldOfInnerTestCases {
    class In {
      @MaxRetainedSize("1 KiB")
      String text = "";
    }

    @Test
    void test() {}
  }

  static class ParameterOfInnerTestCases {
    class In {
      @Test
      void test(@MaxRetainedSize("1 KiB") Retained<String> value) {}
    }

    @Test
    void test() {}
  }

  static class PreparingInnerTestCases {
    class In {
      @BeforeCall
      void prepare() {}
    }

    @Test
    void test() {}
  }

  static class DeepInnerTestCases {
    class In {
      @Nested
      class Deep extends CountingTestCases {}
    }

    @Test
    void test() {}
  }

  static class AbstractNestedTestCases {
    @Nested
    abstract class In extends CountingTestCases {}

    @Test
    void test() {}
  }

  static class PrivateNestedTestCases {
    @Nested
    private class In extends CountingTestCases {}

    @Test
    void test() {}
  }

  static class PrivateStaticTestCases {
    private static class In extends CountingTestCases {}

    @Test
    void test() {}
  }

  abstract static class WithInnerTestCases {
    class In extends CountingTestCases {}
  }

  static class OfSuperclassTestCases extends WithInnerTestCases {
    @Test
    void test() {}
  }

  static class ExtendedTestCases {
    @Nested
    abstract class Base extends CountingTestCases {}

    class Plain extends CountingTestCases {}

    private class Hidden extends CountingTestCases {}

    @Nested
    class OfBase extends Base {}

    @Nested
    class OfPlain extends Plain {}

    @Nested
    class OfHidden extends Hidden {}
  }

  static class HelpersTestCases {
    class Inner {}

    abstract class Waiting extends CountingTestCases {}

    private static class Hidden {}

    @Test
    void test() {}
  }

  @ParameterizedTest
  @ValueSource(classes = {OnlyPreparingTestCases.class, PreparingPlainTestCases.class})
  void preparationOfNoMeasuredTestIsRefused(Class<?> testClass) {
    ExecutedTests tests = ExecutedTests.tare(testClass);

    assertThat(tests.failed()).containsExactly(testClass.getSimpleName() + ".prepare");
    assertThat(tests.failure(testClass.getSimpleName() + ".prepare"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageStartingWith("@BeforeCall on " + testClass.getSimpleName() + ".prepare(): ")
        .hasMessageContaining("for example \"@Benchmarked Object sorts()\"");
    assertThat(ExecutedTests.by("tare", List.of(selectMethod(testClass, "prepare"))).failed())
        .hasSize(1);
  }

  static class OnlyPreparingTestCases {
    @BeforeCall
    void prepare() {}
  }

  static class PreparingPlainTestCases {
    @BeforeCall
    void prepare() {}

    @Test
    void test() {}
  }

  @ParameterizedTest
  @ValueSource(classes = {PreparingNestedTestCases.class, PreparingDefaultTestCases.class})
  void preparationOfAMeasuredTestIsNotRefusedByItself(Class<?> testClass) {
    assertThat(ExecutedTests.tare(testClass).failed())
        .doesNotContain(testClass.getSimpleName() + ".prepare");
  }

  static class PreparingNestedTestCases {
    @BeforeCall
    void prepare() {}

    @Nested
    class Inner extends CountingTestCases {}
  }

  @MaxRetainedSize("1 KiB")
  static class PreparingDefaultTestCases {
    @BeforeCall
    void prepare() {}

    @Test
    void test() {}
  }

  @Test
  void emptyContainerIsRefused() {
    ExecutedTests tests = ExecutedTests.tare(EmptyContainerTestCases.class);

    assertThat(tests.failed())
        .containsExactlyInAnyOrder(
            "EmptyContainerTestCases",
            "EmptyContainerTestCases.alone",
            "EmptyContainerTestCases.bracketed",
            "EmptyContainerTestCases.composed");
    assertThat(tests.failure("EmptyContainerTestCases.alone"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@InvocationLimits({}) on EmptyContainerTestCases.alone(): it has no annotation in it, so nothing"
                + " would be judged; write \"@MaxInvocations(…)\" instead");
    assertThat(
            ExecutedTests.by(
                    "tare", List.of(selectMethod(EmptyContainerTestCases.class, "bracketed")))
                .failed())
        .containsExactly("EmptyContainerTestCases.bracketed");
  }

  @Retention(RetentionPolicy.RUNTIME)
  @MaxInvocations.InvocationLimits({})
  @interface Empty {}

  @MaxInvocations.InvocationLimits({})
  static class EmptyContainerTestCases {
    @MaxInvocations.InvocationLimits({})
    void alone() {}

    @Test
    @MaxInstances.InstanceLimits({})
    void bracketed() {}

    @Test
    @Empty
    void composed() {}
  }

  @Test
  void testsOfOtherEnginesAreRefused() {
    ExecutedTests tests = ExecutedTests.tare(PropertyTestCases.class);

    assertThat(tests.failed())
        .containsExactlyInAnyOrder(
            "PropertyTestCases.isChecked", "PropertyTestCases.example", "Group");
    assertThat(tests.succeeded()).containsExactly("alone");
    assertThat(tests.failure("PropertyTestCases.isChecked"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@MaxRetainedSize(\"1 KiB\") on PropertyTestCases.isChecked():"
                + " @dev.tare.engine.UnjudgedAnnotationsTests$Property makes it a test of another"
                + " engine, where annotations of Tare are not judged; use Jupiter's, for example"
                + " \"@org.junit.jupiter.api.Test void isChecked()\", or call Tare.calling(...) in"
                + " it");
    assertThat(tests.failure("PropertyTestCases.isChecked").getStackTrace())
        .singleElement()
        .extracting(StackTraceElement::getMethodName)
        .isEqualTo("isChecked");
    assertThat(tests.failure("Group"))
        .hasMessageContaining(
            "JUnit Jupiter does not run a class with"
                + " @dev.tare.engine.UnjudgedAnnotationsTests$Property; annotate the class, for"
                + " example \"@Nested class Group\"");
  }

  /** Annotates tests of another engine. */
  @Testable
  @Retention(RetentionPolicy.RUNTIME)
  @interface Property {}

  @Property
  @Retention(RetentionPolicy.RUNTIME)
  @interface Example {}

  static class PropertyTestCases {
    @Property
    @MaxRetainedSize("1 KiB")
    Object isChecked() {
      return this;
    }

    @Example
    @MaxRetainedSize("1 KiB")
    Object example() {
      return this;
    }

    @MaxRetainedSize("1 KiB")
    Object alone() {
      return this;
    }

    @Property
    class Group {
      @Property
      @MaxRetainedSize("1 KiB")
      Object inner() {
        return this;
      }
    }
  }

  @Test
  void fieldIsRefusedIfOnlyOtherEnginesRunTests() {
    ExecutedTests tests = ExecutedTests.tare(OnlyPropertiesTestCases.class);

    assertThat(tests.failed())
        .containsExactlyInAnyOrder(
            "OnlyPropertiesTestCases.text", "OnlyPropertiesTestCases.isChecked");
  }

  static class OnlyPropertiesTestCases {
    @MaxRetainedSize("1 KiB")
    String text = "";

    @Property
    @MaxRetainedSize("1 KiB")
    Object isChecked() {
      return text;
    }
  }

  @Test
  void judgedAnnotationIsNotRefused() {
    assertThat(ExecutedTests.tare(JudgedTestCases.class).failed()).isEmpty();
  }

  @MaxRetainedSize("1 KiB")
  static class JudgedTestCases extends WithFieldTestCases {
    @MaxRetainedSize("1 KiB")
    String text = "";

    @Nested
    class Inner {
      @Test
      void fills() {
        text = "full";
      }
    }
  }

  @Test
  void nothingIsRefusedWhileTareIsOff() {
    assertThat(ExecutedTests.tare(EmptyTestCases.class, "tare.enabled", "false").failed())
        .isEmpty();
  }
}
