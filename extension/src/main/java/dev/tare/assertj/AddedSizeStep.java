package dev.tare.assertj;

import dev.tare.unit.DataSize;
import org.apiguardian.api.API;

/**
 * The first step of a limit of added bytes; the second one names the object to which they are
 * added.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class AddedSizeStep {

  private final GraphAssert assertion;
  private final String operation;
  private final DataSize limit;
  private final Runnable endStep;

  AddedSizeStep(GraphAssert assertion, String operation, DataSize limit) {
    this.assertion = assertion;
    this.operation = operation;
    this.limit = limit;
    endStep = assertion.firstStep(operation, ".to(…)");
  }

  /**
   * Verifies that the objects that the value reaches and the base does not have at most these
   * bytes.
   */
  public GraphAssert to(Object base) {
    endStep.run();
    return assertion.addsAtMost(Operation.of(operation + ".to", base), limit, base);
  }
}
