package dev.tare.internal.jupiter;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import dev.tare.extension.ValueHolder;
import dev.tare.internal.jupiter.TestPlan.ParameterPromise;
import dev.tare.internal.weight.TestWeights;
import dev.tare.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Execution of one test: calls the body as its promises require, measures and judges.
 *
 * @param handedOver the parameters through which values can be handed over, by index
 * @param weights the weights that the figures are compared with; empty if the test is not weighed
 */
record TestRun(
    TestPlan plan,
    TestSubject subject,
    Map<Integer, ValueHolder> handedOver,
    Optional<TestWeights> weights) {

  /** A call of the body that is not measured. */
  @FunctionalInterface
  interface PlainCall {
    @Nullable Object call() throws Throwable;
  }

  /** Calls the body of a test without promises about calls, and judges its values. */
  List<Verdict> judgeValues(PlainCall body) throws Throwable {
    List<Verdict> verdicts = new ArrayList<>(weighReturned(body.call()));
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
      for (Promise promise : plan.calls()) {
        verdicts.addAll(promise.judge(subject.with(new TestSubject.Calls(body)), weights));
      }
      if (weighsValues && plan.judgesFirstCall()) {
        verdicts.addAll(weighReturned(body.lastResult()));
        body.forget();
        verdicts.addAll(weighParameters());
      }
    } finally {
      body.forget();
    }
    return verdicts;
  }

  /** Measures the calls of one dynamic test. */
  List<Verdict> judgeDynamic(TestBody body) throws Throwable {
    List<Verdict> verdicts = new ArrayList<>();
    try {
      for (Promise promise : plan.calls()) {
        verdicts.addAll(promise.judge(subject.with(new TestSubject.Calls(body)), weights));
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
    for (ParameterPromise parameter : plan.parameters()) {
      ValueHolder holder = handedOver.get(parameter.index());
      verdicts.addAll(judge(parameter.promise(), holder == null ? null : holder.handedOver()));
    }
    return verdicts;
  }

  /** Weighs the returned value, and the values of parameters without promises of their own. */
  private List<Verdict> weigh(Promise promise, @Nullable Object returned) throws Throwable {
    List<Verdict> verdicts = new ArrayList<>();
    boolean returnsValue = plan.real().returnsValue();
    List<Integer> parameters = new ArrayList<>(handedOver.keySet());
    parameters.removeIf(plan::hasOwnPromises);
    if (returnsValue) {
      verdicts.addAll(judge(parameters.isEmpty() ? promise : promise.in("return"), returned));
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
    return promise.judge(subject.with(new TestSubject.Value(value)), weights);
  }
}
