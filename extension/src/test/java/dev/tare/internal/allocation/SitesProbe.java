package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.call.TestBodies;
import dev.tare.model.Breakdown;
import dev.tare.unit.DataSize;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes the breakdowns of all workloads in a JVM of its own, and prints the workloads whose rows
 * do not add up to the bytes of the unwoven call. The arguments are farthest origins of woven
 * classes, each with a run of its own; {@code rows} prints the rows too.
 */
public final class SitesProbe {

  private final AllocationCounter counter = AllocationCounters.currentThread().orElseThrow();
  private final WorkloadFixtures workloads = new WorkloadFixtures();
  private final Map<String, Workload> workloadsByName = new LinkedHashMap<>();
  private final boolean rows;

  /** A workload and the bytes of its unwoven call. */
  private record Workload(TestBody body, long unwovenBytes) {}

  private SitesProbe(boolean rows) {
    this.rows = rows;
  }

  public static void main(String[] arguments) throws Throwable {
    List<String> options = List.of(arguments);
    SitesProbe probe = new SitesProbe(options.contains("rows"));
    probe.measureUnwoven();
    for (ClassOrigin reach : ClassOrigin.values()) {
      if (options.contains(reach.name())) {
        probe.explain(reach);
      }
    }
  }

  private void measureUnwoven() throws Throwable {
    Method[] methods = WorkloadFixtures.class.getDeclaredMethods();
    Arrays.sort(methods, Comparator.comparing(Method::getName));
    for (Method method : methods) {
      if (isWorkload(method)) {
        TestBody body = TestBodies.of(workloads, method);
        long unwovenBytes = new AllocationSampler(counter).sample(body, 3, 5).smallest();
        workloadsByName.put(method.getName(), new Workload(body, unwovenBytes));
      }
    }
  }

  private static boolean isWorkload(Method method) {
    // each overflow cuts off its stack trace at another frame
    return method.getParameterCount() == 0
        && !method.getName().equals("stackOverflow")
        && !Modifier.isStatic(method.getModifiers())
        && !method.isSynthetic();
  }

  private void explain(ClassOrigin reach) throws Throwable {
    Instrumentation instrumentation = ((AgentAccess.Granted) Agent.access()).instrumentation();
    int exact = 0;
    try (WovenCalls calls =
        new WovenCalls(
            instrumentation, counter, List.of(workloads), reach, Long.BYTES, ExcludedCode.NONE)) {
      for (Workload workload : workloadsByName.values()) {
        workload.body().run();
      }
      calls.prepareRecording();
      for (Map.Entry<String, Workload> entry : workloadsByName.entrySet()) {
        Workload workload = entry.getValue();
        Breakdown breakdown = calls.breakdown(workload.body(), workload.unwovenBytes());
        if (printRows(reach, entry.getKey(), breakdown, workload.unwovenBytes())) {
          exact++;
        }
      }
    }
    System.out.println(reach + " " + exact + " of " + workloadsByName.size());
  }

  /** Prints a breakdown; returns whether its rows add up to the judged bytes. */
  private boolean printRows(ClassOrigin reach, String workload, Breakdown breakdown, long judged) {
    long sum = breakdown.rows().stream().mapToLong(row -> ((DataSize) row.amount()).bytes()).sum();
    if (sum != judged) {
      System.out.println(reach + " " + workload + ": " + sum + " of " + judged);
    }
    if (rows) {
      System.out.println(workload);
      breakdown.rows().forEach(row -> System.out.println("  " + row));
    }
    return sum == judged;
  }
}
