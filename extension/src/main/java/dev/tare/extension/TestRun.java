package dev.tare.extension;

import dev.tare.internal.call.TestBody;
import dev.tare.model.Verdict;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * One execution of one test: calls the body as its promises need, weighs what it gives, judges.
 *
 * @param handedOver the parameters through which values can be handed over, by index
 */
record TestRun(TestPlan plan, TestSubject subject, Map<Integer, HandedOver> handedOver) {

  /** How the body is called when nothing measures the call itself. */
  @FunctionalInterface
  interface PlainCall {
    @Nullable Object call() throws Throwable;
  }

  /** Runs a test of which only values are weighed. */
  List<Verdict> judgeValues(PlainCall body) throws Throwable {
    List<Verdict> verdicts = new ArrayList<>(weigh(body.call()));
    verdicts.addAll(judgeFields());
    return verdicts;
  }

  /** Runs a test whose calls are measured. */
  List<Verdict> judgeCalls(TestBody body) throws Throwable {
    List<Verdict> verdicts = new ArrayList<>();
    boolean weighs = !plan.values().isEmpty() || !plan.parameters().isEmpty();
    if (weighs && !plan.once()) {
      verdicts.addAll(weigh(body.call()));
    }
    for (Promise promise : plan.calls()) {
      verdicts.addAll(promise.judge(subject.with(new TestSubject.Calls(body))));
    }
    if (weighs && plan.once()) {
      verdicts.addAll(weigh(body.lastResult()));
    }
    body.forget();
    verdicts.addAll(judgeFields());
    return verdicts;
  }

  /** Runs one dynamic test; values and fields belong to its factory. */
  List<Verdict> judgeDynamic(TestBody body) throws Throwable {
    List<Verdict> verdicts = new ArrayList<>();
    for (Promise promise : plan.calls()) {
      verdicts.addAll(promise.judge(subject.with(new TestSubject.Calls(body))));
    }
    body.forget();
    return verdicts;
  }

  private List<Verdict> weigh(@Nullable Object returned) throws Throwable {
    List<Verdict> verdicts = new ArrayList<>();
    for (Promise promise : plan.values()) {
      if (plan.real().returnsValue()) {
        verdicts.addAll(judge(promise, returned));
      }
      for (Map.Entry<Integer, HandedOver> parameter : handedOver.entrySet()) {
        if (!plan.parameters().containsKey(parameter.getKey())) {
          verdicts.addAll(judge(promise, parameter.getValue().handedOver()));
        }
      }
    }
    for (Map.Entry<Integer, Promise> parameter : plan.parameters().entrySet()) {
      HandedOver holder = handedOver.get(parameter.getKey());
      verdicts.addAll(judge(parameter.getValue(), holder == null ? null : holder.handedOver()));
    }
    return verdicts;
  }

  /** Judges what a test factory handed over and the fields, when its dynamic tests have run. */
  List<Verdict> judgeFactory() throws Throwable {
    List<Verdict> verdicts = new ArrayList<>(weigh(null));
    verdicts.addAll(judgeFields());
    return verdicts;
  }

  private List<Verdict> judgeFields() throws Throwable {
    List<Verdict> verdicts = new ArrayList<>();
    for (Map.Entry<Field, Promise> field : plan.fields().entrySet()) {
      verdicts.addAll(judge(field.getValue(), read(field.getKey())));
    }
    return verdicts;
  }

  private List<Verdict> judge(Promise promise, @Nullable Object value) throws Throwable {
    return promise.judge(subject.with(new TestSubject.Value(value)));
  }

  private @Nullable Object read(Field field) throws Exception {
    for (Object instance : subject.testInstances()) {
      if (field.getDeclaringClass().isInstance(instance)) {
        return ReflectionSupport.tryToReadFieldValue(field, instance).get();
      }
    }
    // a static field needs no instance
    return ReflectionSupport.tryToReadFieldValue(field, null).get();
  }
}
