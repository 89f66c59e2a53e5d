package dev.tare.assertj;

import org.apiguardian.api.API;

/** A method whose calls are counted, without a limit. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class InvocationsStep {

  private final CalledBodyAssert assertion;
  private final Class<?> type;
  private final String method;
  private final Runnable end;

  InvocationsStep(CalledBodyAssert assertion, Class<?> type, String method) {
    this.assertion = assertion;
    this.type = type;
    this.method = method;
    end = assertion.firstStep(Operation.of("calls", type, method), ".atMost(…)");
  }

  /** Verifies that the method is called at most so often, like {@code @MaxInvocations}. */
  public CalledBodyAssert atMost(long invocations) {
    end.run();
    return assertion.callsAtMost(type, method, invocations);
  }
}
