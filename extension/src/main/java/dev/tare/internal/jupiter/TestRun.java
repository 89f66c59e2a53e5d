package dev.tare.internal.jupiter;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import dev.tare.extension.ValueHolder;
import dev.tare.internal.weight.TestWeights;
import dev.tare.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.InvocationInterceptor.Invocation;

/**
 * Execution of one test: calls the body as its promises require, measures and judges.
 *
 * @param handedOver the parameters through which values can be handed over, by index
 * @param weights the weights that the figures are compared with; null if the test is not weighed
 * @param proofs receives what became of promises that are broken on purpose; null to judge them
 */
record TestRun(
    TestPlan plan,
    TestSubject subject,
    Map<Integer, ValueHolder> handedOver,
    @Nullable TestWeights weights,
    @Nullable List<Proof> proofs) {

  /** Calls the body of a test without promises about calls, and judges its values. */
  List<Verdict> judgeValues(Invocation<? extends @Nullable Object> body) throws Throwable {
    List<Verdict> verdicts = new ArrayList<>(weighReturned(body.proceed()));
    verdicts.addAll(weighParameters());
    return verdicts;
  }

  /** Measures the calls of a test, and judges them and its values. */
  List<Verdict> judgeCalls(TestBody body) throws Throwable {
    List<Verdict> verdicts = new ArrayList<>();
    boolean weighsValues = !plan.values().isEmpty() || !plan.parameters().isEmpty();
    try {
      if (weighsValues && !plan.judgesFirstCall()) {
        verdicts.addAll(weighReturned(body.call()));
        verdicts.addAll(weighParameters());
      }
      boolean isLeft = weighsValues && plan.judgesFirstCall();
      for (Promise promise : plan.calls()) {
        verdicts.addAll(judge(promise, subject.with(body, null)));
        if (isLeft) { // the promise judges the first call; later ones let go of its value
          isLeft = false;
          verdicts.addAll(weighReturned(body.lastResult()));
          body.forget();
          verdicts.addAll(weighParameters());
        }
      }
    } finally {
      body.forget();
    }
    return verdicts;
  }

  private List<Verdict> weighReturned(@Nullable Object returned) throws Throwable {
    List<Verdict> verdicts = new ArrayList<>();
    for (Promise promise : plan.values()) {
      verdicts.addAll(weigh(promise, returned));
    }
    return verdicts;
  }

  /**
   * Weighs the values of parameters. No stack frame may hold the returned value meanwhile, since it
   * may be the same object.
   */
  private List<Verdict> weighParameters() throws Throwable {
    List<Verdict> verdicts = new ArrayList<>();
    for (Map.Entry<Integer, List<Promise>> parameter : plan.parameters().entrySet()) {
      ValueHolder holder = handedOver.get(parameter.getKey());
      for (Promise promise : parameter.getValue()) {
        verdicts.addAll(judge(promise, holder == null ? null : holder.handedOver()));
      }
    }
    return verdicts;
  }

  /** Weighs the returned value, and the values of parameters without promises of their own. */
  private List<Verdict> weigh(Promise promise, @Nullable Object returned) throws Throwable {
    List<Verdict> verdicts = new ArrayList<>();
    boolean returnsValue = plan.real().returnsValue();
    List<Integer> parameters = new ArrayList<>(handedOver.keySet());
    parameters.removeIf(plan.parameters()::containsKey);
    if (returnsValue) {
      Promise ofReturn = parameters.isEmpty() ? promise : promise.in("return");
      verdicts.addAll(judge(ofReturn, subject.returning(returned)));
    }
    for (Integer i : parameters) {
      String name = "parameter " + plan.real().method().getParameters()[i].getName();
      boolean isOnlyValue = !returnsValue && parameters.size() == 1;
      ValueHolder holder = requireNonNull(handedOver.get(i));
      verdicts.addAll(judge(isOnlyValue ? promise : promise.in(name), holder.handedOver()));
    }
    return verdicts;
  }

  private List<Verdict> judge(Promise promise, @Nullable Object value) throws Throwable {
    return judge(promise, subject.with(null, value));
  }

  private List<Verdict> judge(Promise promise, TestSubject of) throws Throwable {
    if (proofs == null) {
      return promise.judge(of, weights);
    }
    proofs.addAll(Proof.of(promise, of, weights));
    return List.of();
  }
}
