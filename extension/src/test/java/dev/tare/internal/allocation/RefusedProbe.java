package dev.tare.internal.allocation;

import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.util.List;

/** Prints the remark that replaces a breakdown in a JVM without an agent. */
public final class RefusedProbe {

  private RefusedProbe() {}

  public static void main(String[] arguments) {
    Observed observed =
        Observed.exact(
            new Figure("bytes", "bytes", true),
            new DataSize(0),
            Sampling.single(new DataSize(0)),
            List.of());
    AllocationCounter counter = AllocationCounters.currentThread().orElseThrow();
    Observed explained =
        new AllocationSites(counter, List.of(observed), ClassOrigin.JDK)
            .explain(observed, new EmptyBody());
    System.out.println(explained.breakdown() == null);
    explained.distortions().forEach(System.out::println);
  }
}
