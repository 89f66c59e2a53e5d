package dev.tare.assertj;

import org.apiguardian.api.API;

/** The first step of a limit of invocations; the second one takes the limit. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class InvocationsStep {

  private final CalledBodyAssert assertion;
  private final Class<?> type;
  private final String method;
  private final Runnable endStep;

  InvocationsStep(CalledBodyAssert assertion, Class<?> type, String method) {
    this.assertion = assertion;
    this.type = type;
    this.method = method;
    endStep = assertion.firstStep(Operation.of("calls", type, method), ".atMost(…)");
  }

  /**
   * Verifies that the method is called at most this number of times, like {@code @MaxInvocations}.
   */
  public CalledBodyAssert atMost(long invocations) {
    endStep.run();
    return assertion.callsAtMost(type, method, invocations);
  }
}
