package dev.tare.benchmark;

import static dev.tare.CpuWork.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.extension.PreparesCalls;
import dev.tare.extension.TareConfigurationException;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import dev.tare.testing.NeedsC2;
import dev.tare.testing.SameOnEveryJdk;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times are real, so every limit is missed or kept by a factor of ten or more. */
@Isolated
@NeedsC2
@SameOnEveryJdk
class BeforeCallTests {

  @Test
  void eachCallFindsItsInputAsItWasPrepared() {
    ExecutedTests tests = ExecutedTests.tare(SortingTestCases.class, BenchmarkedTests.QUICKLY);

    // new memory of the heap may make a ratio inconclusive
    List<String> judged = new ArrayList<>(tests.succeeded());
    judged.addAll(tests.aborted());
    assertThat(judged).containsExactlyInAnyOrder("sorts", "copiesAndSorts", "tail");
    assertThat(tests.failed()).isEmpty();
    assertThat(SortingTestCases.sortedBefore).isZero();
  }

  @Benchmarked(max = "1 s")
  static class SortingTestCases {
    static int sortedBefore;
    private final int[] shuffled = new Random(1).ints(500).toArray();
    private int[] input = {};

    @BeforeCall
    void shuffle() {
      input = shuffled.clone();
    }

    private void check() {
      sortedBefore += Arrays.equals(input, shuffled) ? 0 : 1;
    }

    @Benchmarked(max = "1 s")
    int[] sorts() {
      check();
      Arrays.sort(input);
      return input;
    }

    @Benchmarked(max = "1 s", statistic = "p90")
    int[] tail() {
      check();
      Arrays.sort(input);
      return input;
    }

    @Benchmarked(baseline = "sorts", maxRatio = 100)
    int[] copiesAndSorts() {
      check();
      int[] copy = input.clone();
      Arrays.sort(copy);
      Arrays.fill(input, 0);
      return copy;
    }
  }

  @Test
  void preparationIsNotTimedAndItsCostIsReported() {
    ExecutedTests tests =
        ExecutedTests.withVerdicts("tare", SlowlyPreparedTestCases.class, BenchmarkedTests.QUICKLY);

    assertThat(tests.succeeded()).containsExactly("quick");
    assertThat(tests.failed()).containsExactly("slow");
    assertThat(tests.verdict("slow"))
        .contains("each call timed by itself, what prepares it left out: about ")
        .contains("of it is a reading of the clock");
  }

  static class SlowlyPreparedTestCases {
    private long prepared;

    /** Takes tens of times as long as the limit. */
    @BeforeCall
    void slowly() {
      prepared = work(2_000_000);
    }

    @Benchmarked(max = "30 us")
    long quick() {
      return prepared ^ work(10);
    }

    @Benchmarked(max = "1 ns")
    long slow() {
      return prepared ^ work(100_000);
    }
  }

  @Test
  void preparationsRunOutsideInAndSuperclassFirst() {
    InheritingTestCases.LOG.clear();
    ExecutedTests tests = ExecutedTests.jupiter(InheritingTestCases.class);

    tests.allSucceed();
    assertThat(InheritingTestCases.LOG)
        .containsExactly(
            "each", "above", "own", "plain", "each", "above", "own", "inner", "nested");
  }

  static class AboveTestCases {
    static final List<String> LOG = new ArrayList<>();

    @BeforeCall
    void above() {
      LOG.add("above");
    }

    @BeforeCall
    void overridden() {
      LOG.add("overridden");
    }
  }

  static class InheritingTestCases extends AboveTestCases {

    @BeforeEach
    void each() {
      LOG.add("each");
    }

    @BeforeCall
    void own() {
      LOG.add("own");
    }

    @Override
    void overridden() {
      LOG.add("not annotated again");
    }

    @Test
    @Benchmarked(maxFirst = "10 s")
    void plain() {
      LOG.add("plain");
    }

    @Nested
    class Inside {

      @BeforeCall
      void inner() {
        LOG.add("inner");
      }

      @Test
      @Benchmarked(maxFirst = "10 s")
      void nested() {
        LOG.add("nested");
      }
    }
  }

  @Test
  void argumentsAreThoseOfTheTest() {
    assertThat(ExecutedTests.jupiter(ArgumentsTestCases.class).succeeded()).hasSize(2);
  }

  static class ArgumentsTestCases {
    private int prepared;

    @BeforeCall
    void prepare(int number) {
      prepared = number;
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    @Benchmarked(maxFirst = "10 s")
    void takes(int number) {
      assertThat(prepared).isEqualTo(number);
    }
  }

  @Test
  void unjudgedCallsArePreparedToo() {
    assertThat(ExecutedTests.tare(SortingTestCases.class, "tare.enabled", "false").failed())
        .isEmpty();
    assertThat(
            ExecutedTests.jupiter(
                    ArgumentsTestCases.class, "junit.jupiter.execution.parallel.enabled", "true")
                .failed())
        .isEmpty();
  }

  @Test
  void annotationThatCarriesPreparesCallsPreparesToo() {
    ExecutedTests tests = ExecutedTests.jupiter(FilledTestCases.class);

    tests.allSucceed();
    assertThat(FilledTestCases.LOG).containsExactly("filled", "test");
  }

  @PreparesCalls
  @Retention(RetentionPolicy.RUNTIME)
  @interface Filled {}

  static class FilledTestCases {
    static final List<String> LOG = new ArrayList<>();

    @Filled
    void fill() {
      LOG.add("filled");
    }

    @Test
    @Benchmarked(maxFirst = "10 s")
    void test() {
      LOG.add("test");
    }
  }

  @BeforeCall
  @Retention(RetentionPolicy.RUNTIME)
  @interface Shuffled {}

  static class ComposedTestCases {
    @Shuffled
    static void prepare() {}

    @Test
    @Benchmarked
    void test() {}
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PrivateTestCases|@BeforeCall on PrivateTestCases.prepare(): the method is private or static; leave that"
            + " out",
        "ComposedTestCases|@Shuffled on ComposedTestCases.prepare(): the method is private or static; leave that out",
        "TakingTestCases|@BeforeCall on TakingTestCases.prepare(): it takes other parameters than",
        "HandingOverTestCases|@MaxRetainedSize(\"1 MB\") on"
            + " BeforeCallTests.HandingOverTestCases.test(): its calls would not be prepared by"
            + " \"@BeforeCall void prepare()\"",
        "AllocatingTestCases|@MaxAllocatedBytes(\"1 MB\") on"
            + " BeforeCallTests.AllocatingTestCases.test(): its calls would not be prepared by"
            + " \"@BeforeCall void prepare()\"",
      })
  void methodsThatCannotPrepareAreRefused(String testCases, String message)
      throws ClassNotFoundException {
    Class<?> type = Class.forName(BeforeCallTests.class.getName() + "$" + testCases);

    assertThat(ExecutedTests.jupiter(type).failure("test"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("for example");
  }

  @Test
  void parametersBesideDynamicTestsAreRefused() {
    assertThat(ExecutedTests.jupiter(TakingFactoryTestCases.class).containerFailures())
        .singleElement()
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@BeforeCall on TakingFactoryTestCases.prepare(): it takes parameters, and the dynamic"
                + " tests of makes() have no arguments; leave them out, for example"
                + " \"@BeforeCall void prepare()\"");
  }

  static class TakingFactoryTestCases {
    @BeforeCall
    void prepare(TestInfo info) {}

    @TestFactory
    @Benchmarked(maxFirst = "10 s")
    Stream<DynamicTest> makes(TestInfo info) {
      return Stream.of(DynamicTest.dynamicTest("made", () -> {}));
    }
  }

  @Test
  void eachDynamicTestIsPrepared() {
    FactoryTestCases.LOG.clear();
    ExecutedTests tests = ExecutedTests.jupiter(FactoryTestCases.class);

    tests.allSucceed();
    assertThat(FactoryTestCases.LOG).containsExactly("prepare", "one", "prepare", "two");
  }

  static class FactoryTestCases {
    static final List<String> LOG = new ArrayList<>();

    @BeforeCall
    void prepare() {
      LOG.add("prepare");
    }

    @TestFactory
    @Benchmarked(maxFirst = "10 s")
    Stream<DynamicTest> makes(TestInfo info) {
      return Stream.of("one", "two")
          .map(name -> DynamicTest.dynamicTest(name, () -> LOG.add(name)));
    }
  }

  static class PrivateTestCases {
    @BeforeCall
    @SuppressWarnings("unused") // refused
    private void prepare() {}

    @Test
    @Benchmarked
    void test() {}
  }

  static class TakingTestCases {
    @BeforeCall
    void prepare(int number) {}

    @Test
    @Benchmarked
    void test() {}
  }

  static class AllocatingTestCases {
    @BeforeCall
    void prepare() {}

    @Test
    @MaxAllocatedBytes("1 MB")
    void test() {}
  }

  static class HandingOverTestCases {
    @BeforeCall
    void prepare() {}

    @Test
    void test(@MaxRetainedSize("1 MB") Retained<Object> retained) {
      retained.hold("handed over");
    }
  }
}
