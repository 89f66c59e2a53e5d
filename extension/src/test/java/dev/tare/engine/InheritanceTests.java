package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.testing.SameOnEveryJdk;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks which inherited methods are tests. */
@SameOnEveryJdk
class InheritanceTests {

  @Test
  void nearestDeclarationApplies() {
    ExecutedTests tests = ExecutedTests.tare(InheritingTestCases.class);

    assertThat(tests.succeeded())
        .containsExactlyInAnyOrder("inherited", "annotatedAgain", "made", "byDefault");
    assertThat(tests.failed()).isEmpty();
  }

  abstract static class Above {
    @Counted
    Object inherited() {
      return make();
    }

    @Counted
    Object overriddenWithoutAnnotation() {
      throw new AssertionError("must not be called");
    }

    @Counted(0)
    Object annotatedAgain() {
      throw new AssertionError("must not be called");
    }

    @Counted
    abstract Object implementedWithoutAnnotation();

    abstract CharSequence make();
  }

  interface Contract {
    @Counted
    default Object byDefault() {
      return this;
    }

    @Counted
    default Object defaultOverridden() {
      throw new AssertionError("must not be called");
    }
  }

  interface NarrowerContract extends Contract {
    @Override
    default Object defaultOverridden() {
      return this;
    }
  }

  static class InheritingTestCases extends Above implements Contract, NarrowerContract {
    @Override
    Object overriddenWithoutAnnotation() {
      return this;
    }

    @Override
    @Counted
    String annotatedAgain() {
      return "narrower than above";
    }

    @Override
    Object implementedWithoutAnnotation() {
      return this;
    }

    @Counted
    String made() {
      return make();
    }

    @Override
    String make() {
      return "made";
    }
  }

  @Nested
  class OfGenericTypes {

    @Test
    void typeVariablesAreKept() {
      assertThat(ExecutedTests.tare(GenericTestCases.class).succeeded()).hasSize(3);
    }

    @Test
    void overridingMethodWithAnotherErasureIsOneTest() {
      ExecutedTests tests = ExecutedTests.tare(OverridingGenericTestCases.class);

      assertThat(tests.succeeded()).hasSize(2);
      assertThat(tests.failed()).isEmpty();
    }
  }

  abstract static class Generic<T extends CharSequence> {
    @Counted
    @MethodSource("values")
    Object one(T value) {
      return value;
    }

    @Counted
    @MethodSource("lists")
    Object several(List<? extends T> values) {
      return values;
    }

    @Counted
    @MethodSource("others")
    <U extends T> Object overridden(U value) {
      return value;
    }

    static List<String> values() {
      return List.of("a");
    }

    static List<List<String>> lists() {
      return List.of(List.of("a"));
    }

    static List<String> others() {
      return List.of("b");
    }
  }

  static class GenericTestCases extends Generic<String> {}

  static class OverridingGenericTestCases extends Generic<String> {
    @Override
    <U extends String> Object overridden(U value) {
      throw new AssertionError("must not be called");
    }
  }

  @Test
  void publicClassRunsTestsOfItsHiddenSuperclass() {
    assertThat(ExecutedTests.tare(VisibleTestCases.class).succeeded()).containsExactly("hidden");
  }

  static class Hidden {
    @Counted
    public Object hidden() {
      return this;
    }
  }

  /** Has a bridge to the method of its superclass, which is less visible. */
  public static class VisibleTestCases extends Hidden {}

  @Test
  void nestedClassesAreInherited() {
    assertThat(ExecutedTests.tare(NestedBelowTestCases.class).succeeded()).containsExactly("inner");
  }

  static class NestedAbove {
    @Nested
    class Inner {
      @Counted
      Object inner() {
        return this;
      }
    }
  }

  static class NestedBelowTestCases extends NestedAbove {}
}
