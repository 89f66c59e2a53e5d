package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess;
import dev.tare.internal.agent.weave.ClassOrigin;
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
 * Explains all workloads in a JVM of its own and prints those whose rows do not add up to what the
 * unwoven call weighs. The arguments are layers, each of which is woven once; {@code rows} prints
 * the rows too.
 */
public final class SitesProbe {

  private static final Object[] NONE = {};

  private final AllocationCounter counter = AllocationCounters.currentThread().orElseThrow();
  private final WorkloadFixtures workloads = new WorkloadFixtures();
  private final Map<String, Weighed> bodies = new LinkedHashMap<>();
  private final boolean rows;

  /** A workload and what it weighs unwoven. */
  private record Weighed(TestBody body, long unwoven) {}

  private SitesProbe(boolean rows) {
    this.rows = rows;
  }

  public static void main(String[] arguments) throws Throwable {
    List<String> asked = List.of(arguments);
    SitesProbe probe = new SitesProbe(asked.contains("rows"));
    probe.weigh();
    for (ClassOrigin reach : ClassOrigin.values()) {
      if (asked.contains(reach.name())) {
        probe.explain(reach);
      }
    }
  }

  private void weigh() throws Throwable {
    Method[] methods = WorkloadFixtures.class.getDeclaredMethods();
    Arrays.sort(methods, Comparator.comparing(Method::getName));
    for (Method method : methods) {
      if (isWorkload(method)) {
        TestBody body =
            TestBodies.of(
                workloads,
                method,
                NONE,
                (called, target, arguments) -> {
                  throw new IllegalStateException("no stub for " + called);
                });
        long unwoven = new AllocationSampler(counter).sample(body, 3, 5).smallest();
        bodies.put(method.getName(), new Weighed(body, unwoven));
      }
    }
  }

  private static boolean isWorkload(Method method) {
    // the trace of an overflow is cut off elsewhere each time
    return method.getParameterCount() == 0
        && !method.getName().equals("stackOverflow")
        && !Modifier.isStatic(method.getModifiers())
        && !method.isSynthetic();
  }

  private void explain(ClassOrigin reach) throws Throwable {
    Instrumentation instrumentation = ((AgentAccess.Granted) Agent.access()).instrumentation();
    int exact = 0;
    try (WovenCalls calls = new WovenCalls(instrumentation, counter, List.of(workloads), reach)) {
      for (Weighed weighed : bodies.values()) {
        weighed.body().run();
      }
      calls.settle();
      for (Map.Entry<String, Weighed> workload : bodies.entrySet()) {
        Weighed weighed = workload.getValue();
        Breakdown breakdown = calls.breakdown(weighed.body(), weighed.unwoven());
        exact += printRows(reach, workload.getKey(), breakdown, weighed.unwoven());
      }
    }
    System.out.println(reach + " " + exact + " of " + bodies.size());
  }

  /** Answers 1 for an exact one. */
  private int printRows(ClassOrigin reach, String workload, Breakdown breakdown, long judged) {
    long sum = breakdown.rows().stream().mapToLong(row -> ((DataSize) row.amount()).bytes()).sum();
    if (sum != judged) {
      System.out.println(reach + " " + workload + ": " + sum + " of " + judged);
    }
    if (rows) {
      System.out.println(workload);
      breakdown.rows().forEach(row -> System.out.println("  " + row));
    }
    return sum == judged ? 1 : 0;
  }
}
