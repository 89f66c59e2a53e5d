package dev.tare.benchmarks;

import com.google.monitoring.runtime.instrumentation.AllocationRecorder;
import com.sun.management.ThreadMXBean;
import dev.tare.body.TestBody;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.internal.agent.record.CallTreeRecording;
import dev.tare.internal.agent.record.CallTreeRecording.OtherThreads;
import dev.tare.internal.agent.record.WeavingSession;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.allocation.AllocationSites;
import dev.tare.internal.call.TestBodies;
import dev.tare.model.Breakdown;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One JVM of {@link BreakdownComparison}: runs all workloads and prints {@code workload what value}
 * a line, bytes or nanoseconds a call. The argument is {@code tare} or {@code google}; the latter
 * wants Google's agent on the command line.
 */
public final class BreakdownArm {

  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int BATCHES = 21;
  private static final int CALLS = 200;
  private static final int WARMUPS = 2_000;

  private static volatile Object sink = "";
  private static long sampled;

  private BreakdownArm() {}

  /** Runs. */
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("tare")) {
      tare();
    } else {
      google();
    }
  }

  private static void tare() throws Exception {
    AllocatingWorkloads.all().forEach((name, body) -> print(name, "counter-bytes", bytes(body)));
    AllocatingWorkloads.all().forEach((name, body) -> print(name, "plain-ns", nanos(body)));
    for (ClassOrigin reach : ClassOrigin.values()) {
      String layer = reach.name().toLowerCase(Locale.ROOT);
      for (String which : List.of("first", "later", "later")) {
        Supplier<Object> body = AllocatingWorkloads.all().values().iterator().next();
        long start = System.nanoTime();
        explainedBytes(new Workload(body), reach);
        print("breakdown", which + "-" + layer + "-ns", System.nanoTime() - start);
      }
    }
    AllocatingWorkloads.all()
        .forEach(
            (name, body) ->
                print(
                    name,
                    "told-application-bytes",
                    explainedBytes(new Workload(body), ClassOrigin.APPLICATION)));
    for (ClassOrigin reach : ClassOrigin.values()) {
      slowDown(reach);
    }
    AllocatingWorkloads.all().forEach((name, body) -> print(name, "afterwards-ns", nanos(body)));
  }

  /** A body as a test has it. */
  private record Workload(Supplier<Object> body) {
    Object call() {
      return body.get();
    }
  }

  /** The sum of the rows. */
  private static long explainedBytes(Workload workload, ClassOrigin reach) {
    try {
      TestBody body = TestBodies.of(workload, Workload.class.getDeclaredMethod("call"));
      DataSize judged = new DataSize(bytes(workload.body()));
      Observed observed =
          Observed.exact(
              new Figure("bytes", "bytes", true), judged, Sampling.single(judged), List.of());
      Breakdown breakdown =
          new AllocationSites(
                  AllocationCounters.currentThread().orElseThrow(), List.of(workload), reach)
              .explain(observed, body)
              .breakdown();
      return breakdown == null
          ? -1
          : breakdown.rows().stream().mapToLong(row -> (long) row.amount().amount()).sum();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Prints the times of woven code while nothing is recorded and during a recording. */
  private static void slowDown(ClassOrigin reach) throws Exception {
    Instrumentation instrumentation = ((AgentAccess.Granted) Agent.access()).instrumentation();
    String layer = "-" + reach.name().toLowerCase(Locale.ROOT);
    try (WeavingSession weaving =
        WeavingSession.open(
                instrumentation,
                new ClassOrigins(List.of(BreakdownArm.class), reach),
                RecorderClass.TESTS,
                true)
            .orElseThrow()) {
      AllocatingWorkloads.all().values().forEach(body -> sink = body.get());
      weaving.stopWeaving();
      for (Map.Entry<String, Supplier<Object>> workload : AllocatingWorkloads.all().entrySet()) {
        print(workload.getKey(), "inactive" + layer + "-ns", nanos(workload.getValue()));
        CallTreeRecording active = weaving.record(new Bytes(), OtherThreads.NONE, Long.BYTES);
        active.start();
        long nanos = nanos(workload.getValue());
        active.stop();
        print(workload.getKey(), "active" + layer + "-ns", nanos);
      }
    }
  }

  private static void google() {
    AllocatingWorkloads.all()
        .forEach((name, body) -> print(name, "google-inactive-ns", nanos(body)));
    Thread own = Thread.currentThread();
    AllocationRecorder.addSampler(
        (count, description, made, size) -> {
          if (Thread.currentThread() == own) {
            sampled += size;
          }
        });
    AllocatingWorkloads.all()
        .forEach(
            (name, body) -> {
              long nanos = nanos(body);
              sampled = 0;
              sink = body.get();
              long told = sampled;
              print(name, "google-active-ns", nanos);
              print(name, "google-told-bytes", told);
            });
  }

  private static long bytes(Supplier<Object> body) {
    long fewest = Long.MAX_VALUE;
    for (int i = 0; i < BATCHES; i++) {
      long before = BEAN.getCurrentThreadAllocatedBytes();
      sink = body.get();
      fewest = Math.min(fewest, BEAN.getCurrentThreadAllocatedBytes() - before);
    }
    return fewest;
  }

  private static long nanos(Supplier<Object> body) {
    for (int i = 0; i < WARMUPS; i++) {
      sink = body.get();
    }
    long[] nanos = new long[BATCHES];
    for (int batch = 0; batch < BATCHES; batch++) {
      long start = System.nanoTime();
      for (int i = 0; i < CALLS; i++) {
        sink = body.get();
      }
      nanos[batch] = (System.nanoTime() - start) / CALLS;
    }
    Arrays.sort(nanos);
    return nanos[BATCHES / 2];
  }

  private static void print(String workload, String what, long value) {
    System.out.println(workload + " " + what + " " + value);
  }

  /** The counter as woven code reads it. */
  private static final class Bytes extends Number {

    private static final long serialVersionUID = 1L;

    @Override
    public long longValue() {
      return BEAN.getCurrentThreadAllocatedBytes();
    }

    @Override
    public int intValue() {
      return (int) longValue();
    }

    @Override
    public float floatValue() {
      return longValue();
    }

    @Override
    public double doubleValue() {
      return longValue();
    }
  }
}
