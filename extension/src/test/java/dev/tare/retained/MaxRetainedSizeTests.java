package dev.tare.retained;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.extension.Configuration;
import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.UnmeasuredException;
import dev.tare.heap.ObjectGraph;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.survival.Released;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.DataSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.opentest4j.AssertionFailedError;

// fields exist to be measured
@SuppressWarnings("UnusedVariable")
@Isolated("walks the whole heap, and again if a collection moves objects")
@WeavesOrWalks
class MaxRetainedSizeTests {

  /**
   * Size of {@code new byte[1000]} on every JVM that runs the tests: 16 bytes of header, 1,000 of
   * elements.
   */
  private static final String ARRAY_SIZE = "1016 B";

  static final List<Object> REGISTRY = new ArrayList<>();

  @AfterEach
  void clearRegistry() {
    REGISTRY.clear();
  }

  @Nested
  class Returned {

    private final ExecutedTests tests = ExecutedTests.tare(ReturnedTestCases.class);

    @Test
    void sizeAtTheLimitPasses() {
      assertThat(tests.succeeded()).contains("onTheLimit");
      assertThat(tests.entries("onTheLimit")).containsEntry("tare.retained-size.value", ARRAY_SIZE);
    }

    @Test
    void sizeOneByteOverTheLimitFails() {
      assertThat(tests.failure("over"))
          .isInstanceOf(AssertionFailedError.class)
          .hasMessageStartingWith(
              "Retained size of MaxRetainedSizeTests.ReturnedTestCases.over() 1,016 B exceeds"
                  + " 1,015 B")
          .hasMessageContaining("byte[]")
          .hasMessageContaining("(the value itself)")
          .hasMessageContaining("what would be freed with the value")
          .hasMessageContaining("-byte headers")
          .hasMessageContaining("\"1016 B\"");
    }

    @Test
    void returnedValueAndHandedOverOneAreUnmeasuredForReasonsOfTheirOwn() {
      assertThat(tests.failure("nothingEither"))
          .message()
          .containsPattern(
              "in return of [^:]*: there is no value to weigh: the method\\s+returned null")
          .containsPattern("in parameter held of [^:]*: there is no value to weigh:\\s+hold\\(");
    }

    @Test
    void nullIsUnmeasured() {
      assertThat(tests.failure("nothing"))
          .isInstanceOf(UnmeasuredException.class)
          .hasMessageStartingWith("unmeasured")
          .hasMessageContaining("there is no value to weigh: the method returned null");
      assertThat(tests.failure("released"))
          .isInstanceOf(UnmeasuredException.class)
          .message()
          .containsIgnoringWhitespaces("no value to weigh: the test lets go of the objects");
    }

    @Test
    void classAsTheValueIsUnmeasured() {
      assertThat(tests.failure("aClass"))
          .isInstanceOf(UnmeasuredException.class)
          .hasMessageContaining("java.lang.String.class has no exact size")
          .hasMessageContaining("weigh an object instead");
    }

    @Test
    void valueMayReferToItselfAndItsTest() {
      assertThat(tests.succeeded()).contains("holdsItself", "holdsItsTest");
    }

    @Test
    void malformedSizeIsRefused() {
      assertThat(tests.failure("malformed"))
          .isInstanceOf(TareConfigurationException.class)
          .hasMessageContaining("@MaxRetainedSize(\"12 XB\")")
          .hasMessageContaining("unknown unit 'XB'");
      assertThat(tests.failure("ignoresAPrimitive"))
          .isInstanceOf(TareConfigurationException.class)
          .hasMessageContaining("ignoring = int.class: no object is of a primitive type");
    }
  }

  static class ReturnedTestCases {

    private @Nullable Object field;

    @MaxRetainedSize(ARRAY_SIZE)
    byte[] onTheLimit() {
      return new byte[1000];
    }

    @MaxRetainedSize("1015 B")
    byte[] over() {
      return new byte[1000];
    }

    @MaxRetainedSize("1 KiB")
    @Nullable Object nothing() {
      return null;
    }

    @MaxRetainedSize("1 KiB")
    @Nullable Object nothingEither(Retained<Object> held) {
      return held.handedOver();
    }

    @MaxRetainedSize("1 KiB")
    void released(Released<Object> objects) {}

    @MaxRetainedSize("1 KiB")
    Object aClass() {
      return String.class;
    }

    @MaxRetainedSize("32 B")
    Object holdsItself() {
      Object[] itself = new Object[1];
      itself[0] = itself;
      return itself;
    }

    @MaxRetainedSize("32 B")
    Object holdsItsTest() {
      field = new byte[10_000];
      return new Object[] {this};
    }

    @MaxRetainedSize("12 XB")
    Object malformed() {
      return this;
    }

    @MaxRetainedSize(value = "12 B", ignoring = int.class)
    Object ignoresAPrimitive() {
      return this;
    }
  }

  @Nested
  class Kinds {

    @Test
    void sharedObjectsCountOnlyAsReachable() {
      ExecutedTests tests = ExecutedTests.tare(SharingTestCases.class);

      assertThat(tests.succeeded()).containsExactlyInAnyOrder("retained", "ignoring");
      assertThat(tests.failure("reachable"))
          .message()
          .startsWith("Reachable size of MaxRetainedSizeTests.SharingTestCases.reachable() ")
          .containsIgnoringWhitespaces("everything that the value reaches")
          .containsIgnoringWhitespaces("[*]");
      assertThat(tests.failure("retainedByNobodyElse"))
          .message()
          .containsIgnoringWhitespaces(
              "the value reaches 11.9 KiB (12,216 B); 9.8 KiB (10,016 B) of that is also held"
                  + " elsewhere and not counted, most of it 9.8 KiB (10,016 B) in 1 x byte[] at [*]");
    }

    @Test
    void valueInAStaticFieldCounts() {
      ExecutedTests tests = ExecutedTests.tare(HeldTestCases.class);

      assertThat(tests.failure("held")).hasMessageContaining("1,016 B exceeds 1,015 B");
    }
  }

  @Nested
  class ValuesThatLaterCallsChange {

    private final ExecutedTests tests = ExecutedTests.tare(GrowingTestCases.class);

    @Test
    void valueOfTheFirstCallIsWeighedBeforeFurtherCalls() {
      assertThat(tests.succeeded()).containsExactlyInAnyOrder("returned", "handedOver");
    }

    @Test
    void valueOfAJudgedFirstCallIsWeighedBeforeItIsExplained() {
      assertThat(tests.failure("afterItsFirstCall")).hasMessageStartingWith("Allocated bytes of ");
      assertThat(tests.entries("afterItsFirstCall"))
          .containsEntry("tare.reachable-size.outcome", "within");
    }
  }

  /** Each call adds 1,016 B. */
  static class GrowingTestCases {

    private final List<Object> grown = new ArrayList<>(100);

    private List<Object> grow() {
      grown.add(new byte[1000]);
      return grown;
    }

    @MaxRetainedSize(value = "2 KiB", kind = Kind.REACHABLE)
    @MaxAllocatedBytes("1 MB")
    Object returned() {
      return grow();
    }

    @MaxAllocatedBytes("1 MB")
    void handedOver(
        @MaxRetainedSize(value = "2 KiB", kind = Kind.REACHABLE) Retained<Object> held) {
      held.hold(grow());
    }

    @MaxRetainedSize(value = "2 KiB", kind = Kind.REACHABLE)
    @MaxAllocatedBytes(value = "0 B", runs = 1, warmups = 0)
    Object afterItsFirstCall() {
      return grow();
    }
  }

  static class SharingTestCases {

    private static Object sharing(int own) {
      byte[] shared = new byte[10_000];
      REGISTRY.add(shared);
      return new Object[] {shared, new byte[own]};
    }

    @MaxRetainedSize("100 B")
    Object retained() {
      return sharing(1);
    }

    @MaxRetainedSize(value = "100 B", kind = Kind.REACHABLE)
    Object reachable() {
      return sharing(1);
    }

    @MaxRetainedSize(value = "100 B", kind = Kind.REACHABLE, ignoring = byte[].class)
    Object ignoring() {
      return sharing(1);
    }

    @MaxRetainedSize("100 B")
    Object retainedByNobodyElse() {
      return sharing(2160);
    }

    private final Object field = new byte[10_000];

    @MaxRetainedSize("100 B")
    Object sharedWithTheTest() {
      return new Object[] {field, new byte[2160]};
    }
  }

  static class WastefulTestCases {

    private final Object empty = new ArrayList<>(10);

    private Object wasteful() {
      Object[] boxes = new Object[100];
      for (int i = 0; i < boxes.length; i++) {
        boxes[i] =
            i % 2 == 0 ? "text ".concat(String.valueOf(i / 20)) : Long.valueOf(1000 + i / 20);
      }
      return new Object[] {boxes, empty};
    }

    @MaxRetainedSize("100 B")
    Object retained() {
      return wasteful();
    }

    @MaxRetainedSize(value = "100 B", kind = Kind.REACHABLE)
    Object reachable() {
      return wasteful();
    }
  }

  static class HeldTestCases {
    private @Nullable Object field;

    @MaxRetainedSize("1015 B")
    Object held() {
      byte[] value = new byte[1000];
      REGISTRY.add(value);
      field = value;
      return value;
    }
  }

  @Nested
  class HandedOver {

    private final ExecutedTests tests = ExecutedTests.jupiter(HandedOverTestCases.class);

    @Test
    void parameterIsMeasuredAfterTheBody() {
      assertThat(tests.succeeded()).containsExactly("grows");
      assertThat(tests.failure("tooLarge")).hasMessageContaining("1,016 B exceeds 1,000 B");
    }

    @Test
    void messageOnTwoParametersIsTrueForBoth() {
      assertThat(tests.failure("both"))
          .message()
          .containsPattern(
              "first of [\\S\\s]*hold\\(...\\) was\\s+not called, or hold\\(null\\) was called")
          .containsPattern("second of [\\S\\s]*was\\s+not called, or hold\\(null\\) was called");
    }
  }

  static class HandedOverTestCases {

    @Test
    void grows(@MaxRetainedSize("2 KiB") Retained<byte[]> retained) {
      retained.hold(new byte[1_000_000]);
      retained.hold(new byte[1000]);
      assertThat(retained.handedOver()).hasSize(1000);
    }

    @Test
    void tooLarge(@MaxRetainedSize("1000 B") Retained<byte[]> retained) {
      retained.hold(new byte[1000]);
    }

    @Test
    void both(
        @MaxRetainedSize("1000 B") Retained<byte[]> first,
        @MaxRetainedSize("1000 B") Retained<byte[]> second) {
      assertThat(first.handedOver()).isNull();
      second.hold(null);
    }
  }

  @Nested
  class Breakdowns {

    @Test
    void breakdownIsCreatedOnRequest() {
      assertThat(
              ValueSubject.retained(Configuration.Breakdowns.ALWAYS, new Object[2], "1 KiB")
                  .breakdown())
          .isNotNull();
    }

    @Test
    void breakdownFollowsTheConfigurationByDefault() {
      String[] never = {"tare.breakdown", "never"};

      assertThat(ExecutedTests.tare(ReturnedTestCases.class, never).failure("over"))
          .hasMessageNotContaining("(the value itself)");
    }

    @Test
    void breakdownNamesTheHolders() {
      ExecutedTests tests = ExecutedTests.tare(SharingTestCases.class);

      assertThat(tests.failure("retainedByNobodyElse"))
          .hasMessageContaining(
              "  also held   by static field dev.tare.retained.MaxRetainedSizeTests.REGISTRY ");
      assertThat(tests.failure("sharedWithTheTest"))
          .hasMessageContaining(
              "  also held   by test object dev.tare.retained.MaxRetainedSizeTests$SharingTestCases ");
    }

    @Test
    void breakdownHasPossibleSavings() {
      ExecutedTests tests = ExecutedTests.withVerdicts("tare", WastefulTestCases.class);

      assertThat(tests.failure("retained"))
          .hasMessageContaining(
              """
                could save  3,240 B in all, of which 2,160 B: 45 of 50 java.lang.String at [*][*] repeat an earlier one
              """)
          .hasMessageNotContaining("unused capacity");
      assertThat(tests.verdict("retained"))
          .contains("45 of 50 java.lang.Long at [*][*] repeat an earlier one");
      assertThat(tests.verdict("reachable"))
          .contains("1 of 1 java.util.ArrayList at [*] has unused capacity");
    }

    @Test
    void breakdownRowsAddUp() {
      Object value = Map.of(new Object(), List.of(new int[3], new long[3]));

      Observed observed = ValueSubject.retained(Configuration.Breakdowns.ON_FAILURE, value, "1 B");

      Breakdown breakdown = requireNonNull(observed.breakdown());
      assertThat(breakdown.total()).isEqualTo(observed.value());
      assertThat(breakdown.rows())
          .extracting(row -> row.where())
          .contains("(the value itself)", "k0", "v0", "v0.e0", "v0.e1");
    }
  }

  @Nested
  class HeapWalk {

    @Test
    void heapIsNotWalkedWithinTheBudget() {
      REGISTRY.add(new byte[1000]);
      Object[] value = {REGISTRY.get(0)};

      Observed observed =
          ValueSubject.retained(Configuration.Breakdowns.ON_FAILURE, value, "2 KiB");

      assertThat(observed.isExact()).isFalse();
      assertThat(observed.upper()).isEqualTo(new DataSize(ObjectGraph.open().sizeOf(value)));
      assertThat(observed.lower()).isEqualTo(new DataSize(ObjectGraph.open().shallowSizeOf(value)));
      assertThat(observed.counted()).anyMatch(phrase -> phrase.contains("within the budget"));
    }

    @Test
    void heapIsWalkedOverTheBudget() {
      REGISTRY.add(new byte[1000]);
      Object[] value = {REGISTRY.get(0)};

      Observed observed =
          ValueSubject.retained(Configuration.Breakdowns.ON_FAILURE, value, "1000 B");

      assertThat(observed.isExact()).isTrue();
      assertThat(observed.value()).isEqualTo(new DataSize(ObjectGraph.open().shallowSizeOf(value)));
    }
  }

  @Test
  void sizeIsUnmeasuredIfAgentsAreNotAllowed(@TempDir Path folder) {
    ChildJvm child =
        ChildJvm.run(
            List.of("-Djava.io.tmpdir=" + folder.resolve("nowhere")), ForbiddenProbe.class);

    assertThat(child.out())
        .startsWith("dev.tare.extension.UnmeasuredException: unmeasured")
        .contains("no agent can be written to the temporary folder")
        .contains("  remedy  ")
        .contains("let java.io.tmpdir name a folder that can be written to, or add -javaagent:");
  }
}
