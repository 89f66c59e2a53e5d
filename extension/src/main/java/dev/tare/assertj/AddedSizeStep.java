package dev.tare.assertj;

import static java.util.Objects.requireNonNull;

import org.apiguardian.api.API;

/** A limit of added bytes that lacks the object to which they are added. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class AddedSizeStep {

  private final GraphAssert assertion;
  private final String limit;

  AddedSizeStep(GraphAssert assertion, String limit) {
    this.assertion = assertion;
    this.limit = limit;
  }

  /**
   * Verifies that the objects that the value reaches and the base does not have at most these
   * bytes.
   */
  public GraphAssert to(Object base) {
    return assertion.addsAtMost(limit, requireNonNull(base, "base"));
  }
}
