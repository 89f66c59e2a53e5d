package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.SynchronousCompilation;
import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.call.TestBodies;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("holds the optimizer off the classes of all tests")
class UnoptimizedReadingTests {

  private static final long POINTS = 2_000;
  private static final int MANY_CALLS = 100_000;

  private static final String OBSTACLE =
      "the JIT has optimized code of the application, and its removal of allocations could not be"
          + " held off: ";

  /** The JVM's default directive and the one that makes these tests wait for the compiler. */
  private static final long DIRECTIVES = 2;

  private final AllocationCounter counter = AllocationCounters.currentThread().orElseThrow();
  private final RemovableFixture fixture = new RemovableFixture();
  private final SynchronousCompilation synchronous = synchronous();

  private static SynchronousCompilation synchronous() {
    try {
      return SynchronousCompilation.of(RemovableFixture.class);
    } catch (IOException | JMException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void optimizeSomeCode() throws Throwable {
    callUntilOptimized(body("points"));
  }

  @AfterEach
  void restoreBackgroundCompilation() throws JMException {
    synchronous.close();
  }

  @Test
  void allocationBeforeCompilationIsJudged() throws Throwable {
    Observed compiled = callUntilOptimized(body("points"));

    Observed judged = unoptimizedReading().confirm(compiled, body("points"));

    DataSize all = new DataSize(POINTS * RemovableFixture.POINT);
    assertThat(judged.value()).isEqualTo(all);
    assertThat(judged.isExact()).isTrue();
    assertThat(judged.sampling().allEqual()).isTrue();
    assertThat(judged.distortions())
        .extracting(Remark::text)
        .containsExactly(
            "0 B once compiled, %s before, which is judged: 5 readings with the JIT's removal of"
                    .formatted(all.exact())
                + " allocations held off");
  }

  @Test
  void optimizerCompilesTheCodeAgainAfterwards() throws Throwable {
    TestBody body = body("points");
    Observed compiled = callUntilOptimized(body);

    unoptimizedReading().confirm(compiled, body);

    assertThat(directives()).isEqualTo(DIRECTIVES);
    assertThat(callUntilOptimized(body).value()).isEqualTo(new DataSize(0));
  }

  @Test
  void varyingBodyKeepsItsMinimum() throws Throwable {
    Observed varying = observed(new AllocationSampler(counter).sample(body("growing"), 2, 5));

    Observed judged = unoptimizedReading().confirm(varying, body("growing"));

    assertThat(judged.value()).isEqualTo(varying.value());
    assertThat(judged.upper()).isEqualTo(new DataSize(1_016));
    assertThat(judged.sampling()).isEqualTo(varying.sampling());
    assertThat(judged.distortions())
        .extracting(Remark::text)
        .containsExactly(
            "with the JIT's removal of allocations held off the readings differ too: 1,016 B to"
                + " 1,416 B");
  }

  @Test
  void confirmedMinimumIsKept() throws Throwable {
    Observed once = observed(new AllocationSampler(counter).sample(body("filling"), 0, 5));

    Observed judged = unoptimizedReading().confirm(once, body("filling"));

    assertThat(judged.value()).isEqualTo(new DataSize(0));
    assertThat(judged.sampling()).isEqualTo(once.sampling());
    assertThat(judged.distortions())
        .extracting(Remark::text)
        .containsExactly("0 B in each of 5 calls with the JIT's removal of allocations held off");
  }

  @Test
  void obstacleNamesTheReason() throws Throwable {
    Observed growing = observed(new AllocationSampler(counter).sample(body("growing"), 2, 5));
    Lock judging = WeavingLock.judging();
    try {
      UnoptimizedReading reading = unoptimizedReading();

      assertThat(reading.confirm(growing, body("growing"))).isEqualTo(growing);
      assertThat(reading.obstacle())
          .hasValue(OBSTACLE + "other tests are being measured without a pause");
    } finally {
      judging.unlock();
    }
  }

  @Test
  void figureIsKeptIfTheRepeatedBodyThrows() throws Throwable {
    Observed limited = observed(new AllocationSampler(counter).sample(body("limited"), 2, 5));

    UnoptimizedReading reading = unoptimizedReading();

    assertThat(reading.confirm(limited, body("limited"))).isEqualTo(limited);
    assertThat(reading.obstacle()).hasValue(OBSTACLE + "java.lang.IllegalStateException: used up");
    assertThat(directives()).isEqualTo(DIRECTIVES);
  }

  @Test
  void equalReadingsAreMeasuredAgainIfTheBodyWasCompiledEarlier() throws Throwable {
    TestBody body = body("points");
    callUntilOptimized(body);
    Observed compiled = observed(new AllocationSampler(counter).sample(body, 2, 5));

    Observed judged = unoptimizedReading().confirm(compiled, body);

    assertThat(compiled.sampling().allEqual()).isTrue();
    assertThat(judged.value()).isEqualTo(new DataSize(POINTS * RemovableFixture.POINT));
  }

  @Test
  void equalReadingsThatAreConfirmedNeedNoRemark() throws Throwable {
    Observed equal = observed(new AllocationSampler(counter).sample(body("constant"), 2, 5));

    assertThat(unoptimizedReading().confirm(equal, body("constant"))).isEqualTo(equal);
  }

  @Test
  void bodyIsNotCalledAgainUntilSomethingElseIsCompiled() throws Throwable {
    TestBody body = body("growing");
    unoptimizedReading().confirm(observed(new AllocationSampler(counter).sample(body, 0, 1)), body);
    int calls = fixture.calls;

    unoptimizedReading().confirm(observed(new AllocationSampler(counter).sample(body, 0, 1)), body);

    assertThat(fixture.calls).isEqualTo(calls + 1);
  }

  @Test
  void onlyCallIsReadBeforeTheJitRemovesItsAllocations() throws Throwable {
    TestBody body = body("points");

    AllocationReadings readings =
        unoptimizedReading()
            .readOnce(() -> new AllocationSampler(counter).sample(body, 0, 1), false);

    assertThat(readings.smallest()).isEqualTo(POINTS * RemovableFixture.POINT);
    assertThat(directives()).isEqualTo(DIRECTIVES);
  }

  @Test
  void onlyCallIsReadBeforeTheJitCompilesItAtAll() throws Throwable {
    TestBody body = body("points");
    UnoptimizedReading reading = unoptimizedReading();
    reading.confirm(callUntilOptimized(body), body);
    assertThat(reading.isNeeded()).isFalse();

    AllocationReadings readings =
        reading.readOnce(() -> new AllocationSampler(counter).sample(body, 0, 200), false);

    assertThat(readings.smallest()).isEqualTo(POINTS * RemovableFixture.POINT);
    assertThat(reading.obstacle()).isEmpty();
    assertThat(directives()).isEqualTo(DIRECTIVES);
    assertThat(callUntilOptimized(body).value()).isEqualTo(new DataSize(0));
  }

  @Test
  void onlyCallIsReadWithoutAHoldBesideOtherTests() throws Throwable {
    TestBody body = body("points");
    UnoptimizedReading reading = unoptimizedReading();
    reading.confirm(callUntilOptimized(body), body);

    reading.readOnce(() -> callUntilOptimized(body), true);

    assertThat(reading.obstacle())
        .hasValue(OBSTACLE + "it did so during the only call of the body");
  }

  @Test
  void lambdasThatALoopOfTheJdkCallsAreNotInlinedThere() throws Throwable {
    TestBody body = body("lambdas");
    Observed compiled = callUntilOptimized(body);

    Observed judged = unoptimizedReading().confirm(compiled, body);

    assertThat(judged.value().compare(new DataSize(MANY_CALLS * RemovableFixture.POINT)))
        .isNotNegative();
    assertThat(judged.isExact()).isTrue();
  }

  private UnoptimizedReading unoptimizedReading() {
    return new UnoptimizedReading(counter, List.of(fixture));
  }

  /** Calls the body until C2 has removed its allocations, which takes many calls. */
  private Observed callUntilOptimized(TestBody body) throws Throwable {
    AllocationReadings readings = new AllocationSampler(counter).sample(body, 0, 1);
    for (int i = 0; i < MANY_CALLS && readings.smallest() > 0; i += 100) {
      readings = new AllocationSampler(counter).sample(body, 0, 100);
    }
    return observed(readings);
  }

  private static Observed observed(AllocationReadings readings) {
    DataSize smallest = new DataSize(readings.smallest());
    DataSize largest = new DataSize(readings.largest());
    return Observed.exact(
        new Figure("bytes", "bytes", true),
        smallest,
        new Sampling(
            "minimum",
            Math.toIntExact(readings.runs()),
            readings.warmups(),
            smallest,
            largest,
            null),
        List.of());
  }

  /** Returns the number of compiler directives of the JVM. */
  private static long directives() throws Exception {
    return String.valueOf(
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "compilerDirectivesPrint",
                    new Object[0],
                    new String[0]))
        .lines()
        .filter(line -> line.startsWith("Directive:"))
        .count();
  }

  private TestBody body(String name) throws NoSuchMethodException {
    return TestBodies.of(
        fixture,
        RemovableFixture.class.getDeclaredMethod(name),
        new Object[0],
        (method, target, arguments) -> {
          throw new AssertionError("not through a stub");
        });
  }

  static final class RemovableFixture {

    /** Size of a header and three ints, under each default layout of 17 and 25. */
    static final long POINT = 24;

    private int calls;

    record Point(int x, int y, int z) {}

    long points() {
      long sum = 0;
      for (int i = 0; i < POINTS; i++) {
        Point point = new Point(i, i, i);
        sum += point.x() + point.y() + point.z();
      }
      return sum;
    }

    long lambdas() {
      long[] sum = {0};
      IntStream.range(0, MANY_CALLS).forEach(i -> sum[0] += new Point(i, i, i).x());
      return sum[0];
    }

    byte[] constant() {
      return new byte[100];
    }

    byte[] growing() {
      calls++;
      return new byte[100 * calls - 100 + (calls > 7 ? 100 : 0)];
    }

    Object filling() {
      return calls++ == 0 ? new byte[100] : "";
    }

    byte[] limited() {
      if (calls++ == 7) {
        throw new IllegalStateException("used up");
      }
      return new byte[100 * calls];
    }
  }
}
