package dev.tare.benchmarks;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of a suite of 1,000 trivial tests with an annotation of Tare and without, in microseconds a
 * test. Each shot is the first suite of a fresh JVM, as in a build: everything that is done once is
 * in the figure.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@OperationsPerInvocation(SuiteCostBenchmark.TESTS)
@Fork(value = 10, jvmArgsAppend = "-XX:+EnableDynamicAgentLoading")
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class SuiteCostBenchmark {

  static final int TESTS = 1_000;

  private static final int CLASSES = 10;
  private static final String UNEXPORTED = "unexported";

  /**
   * Annotation of the tests: none; none, while JUnit detects extensions, of which another tool has
   * one; the same in a census; {@code @MaxAllocatedBytes}, and the same without files;
   * {@code @MaxRetainedSize} with a value handed over in an ordinary test, and the same with a
   * value returned to Tare's own engine.
   */
  @Param({"plain", "detected", "census", "allocated", UNEXPORTED, "handed", "returned"})
  String kind = "plain";

  private List<Class<?>> suite = List.of();
  private final SummaryGeneratingListener summary = new SummaryGeneratingListener();

  /** Makes the test classes, which is not timed. */
  @Setup
  public void makeSuite() throws Exception {
    suite =
        new GeneratedSuite(kind.equals(UNEXPORTED) ? "allocated" : kind)
            .classes(CLASSES, TESTS / CLASSES);
  }

  /** Discovers and runs all of them. */
  @Benchmark
  public void suite() {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(suite.stream().map(type -> selectClass(type)).toList())
            .configurationParameter("tare.print", "none")
            .configurationParameter(
                "tare.report.directory", kind.equals(UNEXPORTED) ? "none" : "target/tare")
            .configurationParameter("tare.census", String.valueOf(kind.equals("census")))
            .configurationParameter(
                "junit.jupiter.extensions.autodetection.enabled",
                String.valueOf(kind.equals("census") || kind.equals("detected")))
            .build();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(request, summary);
  }

  /** A suite that did not run, or failed, has no cost. */
  @TearDown
  public void check() {
    long succeeded = summary.getSummary().getTestsSucceededCount();
    if (succeeded != TESTS) {
      throw new IllegalStateException(
          succeeded + " of " + TESTS + " succeeded",
          summary.getSummary().getFailures().stream()
              .findFirst()
              .map(TestExecutionSummary.Failure::getException)
              .orElse(null));
    }
  }
}
