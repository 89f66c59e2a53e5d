package dev.tare.benchmarks.survival;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Times of whole tests with {@code @MustBeCollected}, {@code @MaxSurvivingBytes} and
 * {@code @MaxPromotedBytes} in a JVM with many live objects, message included. The tests on
 * survivors take turns, and then those on promotion; the first round is printed apart, since it
 * loads and interprets Tare's classes.
 */
public final class VerdictCost {

  private static final Map<String, Object> LIVE = new HashMap<>();

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** The tests, and whether each must be within its limit. */
  private static final Map<String, Boolean> TESTS =
      new TreeMap<>(
          Map.of(
              "collected()", true,
              "held()", false,
              "leavesNothing()", true,
              "leavesNoObject()", true,
              "leavesOne()", false,
              "promotesNothing()", true,
              "promotesAll()", false));

  /** Times of one test in milliseconds: elapsed, and of all the JVM's threads. */
  private record Times(double elapsed, double processor) {}

  private VerdictCost() {}

  /**
   * Prints medians; exits with 1 if a test has the wrong outcome.
   *
   * @param arguments number of live objects, 1,500,000 if missing; number of rounds, 7 if missing;
   *     number of further runs of the tests that leave nothing behind, none if missing
   */
  public static void main(String[] arguments) {
    int objects = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_500_000;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7;
    for (int i = 0; i < objects / 4; i++) {
      LIVE.put("key " + i, new int[] {i}); // four objects
    }
    Map<String, List<Times>> times = new TreeMap<>();
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i <= rounds; i++) {
      run(times, wrong, selectClass(SurvivalCostTests.class));
    }
    // last, since the JVM keeps the larger heap that they need, and collects it more slowly
    for (int i = 0; i <= rounds; i++) {
      run(times, wrong, selectClass(SurvivalCostTests.Promotion.class));
    }
    times.forEach(VerdictCost::print);
    int further = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
    for (int i = 0; i < further; i++) {
      run(
          new TreeMap<>(),
          wrong,
          selectMethod(SurvivalCostTests.class, "leavesNothing"),
          selectMethod(SurvivalCostTests.class, "leavesNoObject"));
    }
    System.out.println(2 * further + " further verdicts on tests that leave nothing behind");
    System.out.println("wrong outcomes: " + wrong + "; live: at least " + 4 * LIVE.size());
    System.exit(wrong.isEmpty() && times.keySet().equals(TESTS.keySet()) ? 0 : 1);
  }

  private static void run(
      Map<String, List<Times>> times, List<String> wrong, DiscoverySelector... tests) {
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(tests)
                .configurationParameter("tare.print", "none")
                .configurationParameter("tare.report.directory", "none")
                .build(),
            new TestExecutionListener() {
              private long start;
              private long processor;

              @Override
              public void executionStarted(TestIdentifier test) {
                processor = SYSTEM.getProcessCpuTime();
                start = System.nanoTime();
              }

              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                double elapsed = (System.nanoTime() - start) / 1e6;
                double used = (SYSTEM.getProcessCpuTime() - processor) / 1e6;
                if (!test.isTest()) {
                  return;
                }
                SurvivalCostTests.REGISTRY.clear();
                String name = test.getDisplayName().replaceFirst("\\(.+\\)", "()");
                times.computeIfAbsent(name, key -> new ArrayList<>()).add(new Times(elapsed, used));
                if (!Boolean.valueOf(result.getStatus() == Status.SUCCESSFUL)
                    .equals(TESTS.get(name))) {
                  wrong.add(name + result);
                }
              }
            });
  }

  private static void print(String test, List<Times> times) {
    System.out.printf(
        Locale.ROOT,
        "%-20s %-9s elapsed median %7.1f ms (first %7.1f), processor median %7.1f ms"
            + " (first %7.1f)%n",
        test,
        Boolean.TRUE.equals(TESTS.get(test)) ? "within" : "exceeded",
        median(times, Times::elapsed),
        times.get(0).elapsed,
        median(times, Times::processor),
        times.get(0).processor);
  }

  private static double median(List<Times> times, ToDoubleFunction<Times> part) {
    double[] sorted = times.subList(1, times.size()).stream().mapToDouble(part).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }
}
