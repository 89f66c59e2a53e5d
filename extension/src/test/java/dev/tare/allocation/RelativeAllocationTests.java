package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.call.ForwardingProxy;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.testing.SlowAfterOthers;
import dev.tare.unit.DataSize;
import dev.tare.unit.Ratio;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits relative to a baseline, as ratios and as differences. */
@SlowAfterOthers
class RelativeAllocationTests {

  private static final ExecutedTests REFUSED = ExecutedTests.jupiter(RefusedTestCases.class);

  private static final Figure FIGURE = new Figure("bytes", "bytes", true);

  static Object sink = "";

  private static void allocate(int arrays) {
    for (int i = 0; i < arrays; i++) {
      sink = new byte[84]; // 104 bytes with padding
    }
  }

  static class RelativeTestCases {

    private int calls;

    void nothing() {}

    void ten() {
      allocate(10);
    }

    void asManyAs(int arrays) {
      allocate(arrays);
    }

    @Test
    @MaxAllocatedBytes(baseline = "ten", maxRatio = 0.5)
    void half() {
      allocate(5);
    }

    @Test
    @MaxAllocatedBytes(baseline = "ten", maxRatio = 0.5)
    void moreThanHalf() {
      allocate(6);
    }

    @Test
    @MaxAllocatedBytes(baseline = "ten", plus = "0 B")
    void asMuch() {
      allocate(10);
    }

    @Test
    @MaxAllocatedBytes(baseline = "ten", plus = "104 B")
    void oneMoreThanAllowed() {
      allocate(12);
    }

    @Test
    @MaxAllocatedBytes(baseline = "ten", plus = "0 B")
    void less() {
      allocate(1);
    }

    @Test
    @MaxAllocatedBytes(baseline = "nothing", maxRatio = 1_000_000)
    void somethingToNothing() {
      allocate(1);
    }

    @Test
    @MaxAllocatedBytes(baseline = "nothing", maxRatio = 0.001)
    void nothingToNothing() {}

    void everySecond() {
      allocate(calls++ % 2);
    }

    @Test
    @MaxAllocatedBytes(baseline = "everySecond", maxRatio = 1)
    void againstDifferingCalls() {
      allocate(1);
    }

    @Test
    @MaxAllocations(baseline = "everySecond", plus = 0)
    void objectsAgainstDifferingCalls() {
      allocate(1);
    }

    @Test
    @MaxAllocations(baseline = "ten", maxRatio = 0.5, type = byte[].class)
    void moreThanHalfOfTheArrays() {
      allocate(6);
    }

    @Test
    @MaxAllocations(baseline = "ten", plus = 1)
    void oneObjectMore() {
      allocate(11);
    }

    @Test
    @MaxAllocations(baseline = "ten", plus = 0)
    void oneObjectTooMany() {
      allocate(11);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    @MaxAllocatedBytes(baseline = "asManyAs", plus = "104 B")
    void parameters(int arrays) {
      allocate(arrays * 2);
    }
  }

  @Nested
  @TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
  class Judged {

    private final ExecutedTests tests = ExecutedTests.jupiter(RelativeTestCases.class);

    @Test
    void limitIsPartOfWhatPasses() {
      assertThat(tests.succeeded())
          .containsExactlyInAnyOrder(
              "half", "asMuch", "less", "nothingToNothing", "oneObjectMore", "[1] arrays=1");
      assertThat(tests.failed()).contains("[2] arrays=2");
    }

    @Test
    void baselineWhoseCallsDifferDecidesNothingBetweenThem() {
      assertThat(tests.aborted())
          .containsExactlyInAnyOrder("againstDifferingCalls", "objectsAgainstDifferingCalls");
      assertThat(tests.abortion("againstDifferingCalls"))
          .message()
          .containsIgnoringWhitespaces("everySecond(): its calls differ, 0 B to 104 B");
      assertThat(tests.abortion("objectsAgainstDifferingCalls"))
          .message()
          .containsIgnoringWhitespaces("everySecond(): its calls differ, 0 to 1");
    }

    @Test
    void ratioIsReportedWithBothFigures() {
      assertThat(tests.entries("half"))
          .containsEntry("tare.allocated-bytes-ratio.value", "0.5 x")
          .containsEntry("tare.allocated-bytes-ratio.limit", "0.5 x");
      assertThat(tests.entries("nothingToNothing"))
          .containsEntry("tare.allocated-bytes-ratio.value", "0 x");
      assertThat(tests.entries("less"))
          .containsEntry("tare.allocated-bytes-difference.value", "0 B");
      assertThat(tests.failure("moreThanHalf"))
          .hasMessageStartingWith(
              "Allocated bytes relative to ten() of"
                  + " RelativeAllocationTests.RelativeTestCases.moreThanHalf() 0.60x exceed 0.50x")
          .hasMessageContaining("100.0 %   624 B      6  byte[]  RelativeAllocationTests.allocate")
          .hasMessageContaining("would pass  0.60")
          .hasMessageContaining("; 624 B against 1,040 B of ten(); this thread only");
    }

    @Test
    void differenceIsReportedWithTheRowsOfTheTest() {
      assertThat(tests.failure("oneMoreThanAllowed"))
          .hasMessageStartingWith(
              "Allocated bytes beyond ten() of"
                  + " RelativeAllocationTests.RelativeTestCases.oneMoreThanAllowed() 208 B"
                  + " exceed 104 B")
          .hasMessageContaining("1,248 B against 1,040 B of ten()")
          .hasMessageContaining("would pass  \"208 B\"")
          .hasMessageNotContaining("from another call");
    }

    @ParameterizedTest
    @CsvSource({
      "moreThanHalfOfTheArrays, Allocated objects of type byte[] relative to ten() of",
      "moreThanHalfOfTheArrays, 6 against 10 of ten()",
      "oneObjectTooMany, Allocated objects beyond ten() of",
      "oneObjectTooMany, 1 exceed 0",
      "somethingToNothing, 'more than 1,000,000,000x exceed 1000000.00x'",
      "somethingToNothing, 104 B against 0 B of nothing()",
    })
    void moreThanTheLimitFails(String test, String message) {
      assertThat(tests.failure(test)).hasMessageContaining(message);
    }
  }

  @MaxAllocatedBytes(baseline = "baseline", plus = "0 B")
  static class ClassDefaultTestCases {

    @Test
    void baseline() {
      allocate(1);
    }

    @Test
    void other() {
      allocate(2);
    }

    @TestFactory
    List<DynamicTest> dynamic() {
      return List.of(DynamicTest.dynamicTest("dynamic", () -> allocate(3)));
    }
  }

  @Test
  void defaultOfAClassDoesNotApplyToTheBaselineAndToDynamicTests() {
    ExecutedTests tests = ExecutedTests.jupiter(ClassDefaultTestCases.class);

    assertThat(tests.failed()).containsExactly("other");
    assertThat(tests.succeeded()).contains("baseline", "dynamic");
  }

  static class OnceTestCases {

    private int calls;

    void twoArrays() {
      allocate(2);
    }

    @Test
    @MaxAllocatedBytes(baseline = "twoArrays", maxRatio = 0.5, runs = 1, warmups = 0)
    void callsOnce() {
      calls++;
      allocate(calls);
    }
  }

  @Test
  void onlyCallIsComparedWithOneCallOfTheBaseline() {
    ExecutedTests.jupiter(OnceTestCases.class).allSucceed();
  }

  /** Promises that leave more bytes than other threads of the build allocate meanwhile. */
  static class ProvedTestCases {

    void large() {
      sink = new byte[1 << 20];
    }

    @Test
    @MaxAllocatedBytes(baseline = "large", maxRatio = 1.5)
    void ratio() {
      allocate(1);
    }

    @Test
    @MaxAllocatedBytes(baseline = "large", plus = "1 MB")
    void difference() {
      allocate(1);
    }

    @Test
    @MaxAllocations(baseline = "large", maxRatio = 3)
    void objects() {
      allocate(1);
    }

    @Test
    @MaxAllocations(baseline = "large", plus = 2, type = byte[].class)
    void arrays() {
      allocate(1);
    }

    @Test
    @MaxAllocatedBytes(value = "1 MB", excluding = Thread.class)
    void excluding() {
      allocate(1);
    }
  }

  @Test
  void brokenPromisesFail() {
    ExecutedTests tests = ExecutedTests.jupiter(ProvedTestCases.class, "tare.prove", "true");

    assertThat(tests.failed()).extracting(test -> tests.failure(test).getMessage()).isEmpty();
    assertThat(tests.succeeded()).hasSize(5);
  }

  static class RefusedTestCases {

    void ten() {}

    @Test
    @MaxAllocatedBytes
    void noLimit() {}

    @Test
    @MaxAllocatedBytes(baseline = "ten")
    void noRatio() {}

    @Test
    @MaxAllocatedBytes(baseline = "ten", value = "1 KiB", maxRatio = 2)
    void valueAndRatio() {}

    @Test
    @MaxAllocations(baseline = "ten", value = 0)
    void valueAndBaseline() {}

    @Test
    @MaxAllocatedBytes(baseline = "ten", maxRatio = 2, plus = "0 B")
    void ratioAndDifference() {}

    @Test
    @MaxAllocatedBytes(maxRatio = 2)
    void ratioAlone() {}

    @Test
    @MaxAllocations(plus = 3)
    void differenceAlone() {}

    @Test
    @MaxAllocatedBytes(baseline = "eleven", maxRatio = 2)
    void unknownBaseline() {}
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "noLimit | : no limit: write one, for example \"4 KiB\"",
        "noRatio | baseline = \"ten\": use maxRatio for a ratio or plus for a difference, only one of"
            + " them and no value, for example baseline = \"ten\", maxRatio = 0.5",
        "valueAndRatio | value = \"1 KiB\"",
        "valueAndRatio | baseline = \"ten\": use maxRatio for a ratio or plus for a difference",
        "valueAndBaseline | baseline = \"ten\": use maxRatio for a ratio or plus for a difference",
        "ratioAndDifference | baseline = \"ten\": use maxRatio for a ratio or plus for a difference",
        "ratioAlone | maxRatio = 2.0: there is no baseline; name the method to compare with",
        "differenceAlone | plus = 3: there is no baseline; name the method to compare with, for"
            + " example baseline = \"lookup\", plus = 3",
        "unknownBaseline | baseline = \"eleven\": RefusedTestCases has no such method",
      })
  void contradictionIsRefused(String test, String reason) {
    assertThat(REFUSED.failure(test))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageStartingWith("@MaxAlloc")
        .hasMessageContaining("RelativeAllocationTests.RefusedTestCases." + test + "()")
        .hasMessageContaining(reason);
  }

  /** A figure without a body. */
  private record Fixed(Observed observed) implements Metric {

    @Override
    public List<Budget> budgets() {
      return List.of(Budget.unlimited(FIGURE));
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> limits) {
      return List.of(observed);
    }
  }

  private static Observed ratio(Observed own, Observed base) throws Throwable {
    Budget limit = Budget.atMost(new Figure("ratio", "ratio", true), new Ratio(2));
    Subject none =
        ForwardingProxy.of(
            Subject.class,
            (proxy, method, arguments) -> {
              throw new AssertionError(method);
            });
    Metric metric =
        new RelativeAllocation(new Fixed(own), new Fixed(base), "other", List.of(limit));
    return (Observed) metric.measure(none, Schedule.ONCE, List.of(limit)).get(0);
  }

  private static Observed exact(long bytes) {
    DataSize size = new DataSize(bytes);
    return Observed.exact(FIGURE, size, Sampling.single(size), List.of());
  }

  @Test
  void distortionsOfTheBaselineAreThoseOfTheRatio() throws Throwable {
    Remark reflective = Remark.of("reflective", "called through reflection");
    Remark busy = Remark.of("busy", "other threads allocated");

    assertThat(
            ratio(
                    exact(10).alsoDistorted(busy),
                    exact(10).alsoDistorted(reflective).alsoDistorted(busy))
                .distortions())
        .containsExactlyInAnyOrder(busy, reflective);
  }

  @Test
  void ratioToOrOfAnUnknownFigureIsUnknown() throws Throwable {
    Observed unknown = Observed.unknown(FIGURE, new DataSize(0), "nobody counted");

    assertThat(List.of(ratio(exact(10), unknown), ratio(unknown, exact(10))))
        .allSatisfy(
            observed -> {
              assertThat(observed.isUnknown()).isTrue();
              assertThat(observed.doubt()).isEqualTo("nobody counted");
            });
  }

  @Test
  void intervalOfARatioCoversThoseOfBothFigures() throws Throwable {
    Observed base = exact(10).withInterval(new DataSize(10), new DataSize(20));
    Observed own = exact(30).withInterval(new DataSize(30), new DataSize(40));

    assertThat(ratio(own, base).lower()).isEqualTo(new Ratio(1.5));
    assertThat(ratio(own, base).upper()).isEqualTo(new Ratio(4));
    assertThat(ratio(own, exact(10).atLeast("others are busy")).lower()).isEqualTo(new Ratio(0));
  }
}
