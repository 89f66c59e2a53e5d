package dev.tare.internal.agent.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.DiagnosticCommand;
import dev.tare.internal.agent.SynchronousCompilation;
import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.call.TestBodies;
import dev.tare.testing.NeedsC2;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsC2
@Isolated("switches the optimizing compiler off for all tests")
class OptimizerHoldTests {

  private static final int MANY_CALLS = 100_000;

  private final RemovableFixture fixture = new RemovableFixture();
  private @Nullable SynchronousCompilation synchronous;

  @BeforeEach
  void compileSynchronously() throws Exception {
    synchronous = SynchronousCompilation.of(RemovableFixture.class);
  }

  @AfterEach
  void restoreBackgroundCompilation() throws Exception {
    assertThat(OptimizerHold.release()).isEmpty();
    Objects.requireNonNull(synchronous).close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"points", "lambdas"})
  void allocationIsRemovedBeforeAndAfterAHoldOnly(String name) throws Throwable {
    TestBody body = body(name);
    assertThat(callUntilRemoved(body)).isLessThan(RemovableFixture.BYTES);

    try (OptimizerHold hold = OptimizerHold.open()) {
      assertThat(hold.obstacle()).isEmpty();
      assertThat(callUntilRemoved(body)).isGreaterThanOrEqualTo(RemovableFixture.BYTES);
    }

    assertThat(OptimizerHold.release()).isEmpty();
    assertThat(callUntilRemoved(body)).isLessThan(RemovableFixture.BYTES);
  }

  @Test
  void oneDirectiveIsAddedForAllHolds() throws Exception {
    long before = directives();
    try (OptimizerHold outer = OptimizerHold.open();
        OptimizerHold inner = OptimizerHold.open()) {
      assertThat(outer.obstacle()).isEmpty();
      assertThat(inner.obstacle()).isEmpty();
      assertThat(directives()).isEqualTo(before + 1);
      assertThat(OptimizerHold.release())
          .hasValue("the optimizing compiler is off while allocated bytes are judged");
    }
    OptimizerHold.open().close();
    assertThat(directives()).isEqualTo(before + 1);

    assertThat(OptimizerHold.release()).isEmpty();
    assertThat(directives()).isEqualTo(before);
  }

  @Test
  void compilerIsOnAgainSomeTimeAfterTheLastHold() throws Exception {
    long before = directives();
    try (OptimizerHold hold = OptimizerHold.open()) {
      assertThat(hold.obstacle()).isEmpty();
      assertThat(directives()).isEqualTo(before + 1);
      System.clearProperty(OptimizerHold.WATCHER); // as a test may that restores the properties
    }

    awaitWatch();

    assertThat(directives()).isEqualTo(before);
  }

  @Test
  void copyThatOpenedAHoldLaterSwitchesTheCompilerOn() throws Exception {
    long before = directives();
    OptimizerHold.open().close();
    System.setProperty(OptimizerHold.WATCHER, "another copy");

    OptimizerHold.releaseIfUnused(0);

    assertThat(directives()).isEqualTo(before + 1);
  }

  @Test
  void compilerStaysOffWhileSomethingIsMeasured() throws Exception {
    long before = directives();
    OptimizerHold.open().close();
    OptimizerHold.beginMeasurement();
    OptimizerHold.releaseIfUnused(0);
    assertThat(directives()).isEqualTo(before + 1);

    OptimizerHold.endMeasurement();
    OptimizerHold.releaseIfUnused(0);

    assertThat(directives()).isEqualTo(before);
  }

  @Test
  void compilerThatIsSwitchedOnMeanwhileIsAnObstacle() throws Exception {
    try (OptimizerHold hold = OptimizerHold.open()) {
      DiagnosticCommand.execute("compilerDirectivesRemove"); // as another copy might

      assertThat(hold.obstacle())
          .hasValueSatisfying(reason -> assertThat(reason).endsWith("on again meanwhile"));
    }
  }

  @Test
  void directiveOfTheUserIsLeftAlone(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("user.json");
    Files.writeString(file, "[{match:\"com/acme/Hot.*\",c2:{Exclude:true}}]");
    DiagnosticCommand.execute("compilerDirectivesAdd", '"' + file.toString() + '"');
    long before = directives();

    assertThat(OptimizerHold.release()).isEmpty();

    assertThat(directives()).isEqualTo(before);
    DiagnosticCommand.execute("compilerDirectivesRemove");
  }

  private static void awaitWatch() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals(OptimizerHold.WATCH)) {
        thread.join(20_000);
      }
    }
  }

  @Test
  void bodyThatIsJudgedElsewhereIsAnObstacle() {
    Lock judging = WeavingLock.judging();
    try (OptimizerHold hold = OptimizerHold.open()) {
      assertThat(hold.obstacle())
          .hasValue(
              "the JIT may have removed allocations, since its optimizing compiler could not be"
                  + " switched off: other tests are being measured without a pause");
    } finally {
      judging.unlock();
    }
  }

  @Test
  void classesThatC2CompilesOrIsAboutToAreFound() {
    String listing =
        """
        Current compiles:
        C2 CompilerThread0   523       4       com.acme.Foo::bar (55 bytes)

        C1 compile queue:
         548       3       com.acme.Other::bar (5 bytes)
           4       3       com.acme.Fourth::bar (5 bytes)

        C2 compile queue:
         548   !   4       com.acme.Foo$Inner::bar (5 bytes)
         549       4       com.acme.Shop$$Lambda$14/0x0000000800c03000::apply (5 bytes)
        """;

    assertThat(CompiledCode.queued(listing))
        .containsExactlyInAnyOrder(
            "com.acme.Foo", "com.acme.Foo$Inner", "com.acme.Shop$$Lambda$14/0x0000000800c03000");
    assertThat(CompiledCode.queued("Current compiles:\n\nC1 compile queue:\nEmpty\n")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "org.mockito.internal.creation.bytebuddy.MockMethodAdvice, false",
    "org.jacoco.agent.rt.internal_bac9136.core.runtime.RuntimeData, false",
    "java.lang.Object, true",
    "com.acme.Shop, true"
  })
  void classesOfOtherAgentsAreNotRedefined(String type, boolean redefinable) {
    assertThat(CompiledCode.isRedefinable(type)).isEqualTo(redefinable);
  }

  /** Returns the fewest bytes of a call, until C2 has removed the allocations or of many calls. */
  private static long callUntilRemoved(TestBody body) throws Throwable {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long fewest = Long.MAX_VALUE;
    for (int i = 0; i < MANY_CALLS && fewest >= RemovableFixture.BYTES; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      body.run();
      fewest = Math.min(fewest, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return fewest;
  }

  /** Returns the number of compiler directives of the JVM. */
  private static long directives() throws Exception {
    return DiagnosticCommand.execute("compilerDirectivesPrint")
        .lines()
        .filter(line -> line.startsWith("Directive:"))
        .count();
  }

  private TestBody body(String name) throws NoSuchMethodException {
    return TestBodies.of(fixture, RemovableFixture.class.getDeclaredMethod(name));
  }

  static final class RemovableFixture {

    private static final int POINTS = 200;

    /** Size of a header and three ints, under each default layout of 17 and 25. */
    static final long BYTES = 24 * POINTS;

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
      IntStream.range(0, POINTS).forEach(i -> sum[0] += new Point(i, i, i).x());
      return sum[0];
    }
  }
}
