package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.call.TestBodies;
import dev.tare.model.Breakdown;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.util.List;
import org.mockito.Mockito;

/**
 * Prints the breakdown of a body that calls a mock and a class of the application, in a JVM with
 * other agents. The arguments are the farthest origins of classes that are woven.
 */
@SuppressWarnings("DirectInvocationOnMock") // the call is measured
public final class OtherAgentsProbe {

  private final Parts mock = Mockito.mock(Parts.class);
  private final Parts real = new Parts();

  private OtherAgentsProbe() {
    Mockito.when(mock.make(1)).thenReturn("stubbed");
  }

  /** Mockito changes the class itself, so real instances have the mock's code too. */
  public static class Parts {
    Object make(int size) {
      return new byte[size];
    }
  }

  Object body() {
    return new Object[] {mock.make(1), real.make(1000)};
  }

  public static void main(String[] arguments) throws Throwable {
    OtherAgentsProbe probe = new OtherAgentsProbe();
    TestBody body = TestBodies.of(probe, OtherAgentsProbe.class.getDeclaredMethod("body"));
    AllocationCounter counter = AllocationCounters.currentThread().orElseThrow();
    // the mock records every call in a list, which grows now and then
    long judged = new AllocationSampler(counter).sample(body, 20, 30).smallest();
    for (String reach : arguments) {
      System.out.println("reach " + reach);
      probe.printRows(counter, body, judged, ClassOrigin.valueOf(reach));
      System.out.println("mocked " + probe.mock.make(1));
    }
  }

  private void printRows(AllocationCounter counter, TestBody body, long judged, ClassOrigin reach) {
    DataSize size = new DataSize(judged);
    Observed observed =
        Observed.exact(new Figure("bytes", "bytes", true), size, Sampling.single(size), List.of());
    Observed explained = new AllocationSites(counter, List.of(this), reach).explain(observed, body);
    explained.distortions().forEach(System.out::println);
    Breakdown breakdown = explained.breakdown();
    if (breakdown != null) {
      breakdown.rows().forEach(row -> System.out.println("  " + row));
      breakdown.notes().forEach(System.out::println);
      long sum =
          breakdown.rows().stream().mapToLong(row -> ((DataSize) row.amount()).bytes()).sum();
      System.out.println("sum " + (sum - ((DataSize) breakdown.total()).bytes()));
    }
  }
}
