package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Checks that an annotation which no test judges is refused. */
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

  @Nested
  class SelectedMethod {

    private static final String CLASS = "dev.tare.engine.UnjudgedAnnotationsTests$";

    @Test
    void overridingOneIsRefusedAndNoOther() {
      assertThat(refused(selectMethod(OverridingTestCases.class, "promised")))
          .containsExactly("Contract.promised");
      assertThat(refused(selectMethod(OverridingTestCases.class, "generic", "java.lang.String")))
          .containsExactly("AboveTestCases.generic");
      assertThat(refused(selectMethod(OverridingTestCases.class, "inherited"))).isEmpty();
    }

    @Test
    void oneOfJupiterIsRefusedByItsUniqueId() {
      String id = "[engine:junit-jupiter]/[class:" + CLASS + "OverridingTestCases]/[method:%s()]";

      assertThat(refused(selectUniqueId(id.formatted("ofJupiter"))))
          .containsExactly("AboveTestCases.ofJupiter");
      assertThat(refused(selectUniqueId(id.formatted("other")))).isEmpty();
    }

    @Test
    void refusedOneIsSelectedByItsUniqueId() {
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
    void parameterConstructorAndFieldsAreRefusedWithIt() {
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
    void isFilteredByItsTag() {
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
  void innerClassThatJUnitLeavesOutIsRefused() {
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

  @Test
  void nothingIsRefusedThatATestJudges() {
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
