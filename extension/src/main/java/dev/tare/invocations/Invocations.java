package dev.tare.invocations;

import dev.tare.body.TestBody;
import dev.tare.extension.Broken;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.agent.record.CallCounting;
import dev.tare.internal.agent.record.CallRecording;
import dev.tare.internal.agent.record.WeavingLock.WeavingTurn;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.call.PlantedClass;
import dev.tare.internal.call.TestOverlap;
import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import dev.tare.unit.Quantity;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The metric of {@link MaxInvocations}: counts the calls of a method while the body runs. */
record Invocations(Class<?> type, String method, Budget promised) implements Metric {

  private static final String MISSED_MOCKS =
      "calls of mocks are not counted, since Mockito was started after the test had begun; create a mock before, for example in a field";

  private static final String MISSED_LAMBDAS =
      "calls of lambdas and method references of the type are not counted; use a class in their place, or name the method that calls them";

  private static final int SHOWN_NAMES = 3;

  static Invocations of(MaxInvocations annotation) {
    return of(annotation.type(), annotation.method(), annotation.value());
  }

  static Invocations of(Class<?> type, String method, long limit) {
    checkMethod(type, method);
    Figure figure =
        new Figure("invocations", "invocations of %s.%s()".formatted(name(type), method), true);
    return new Invocations(type, method, Budget.atMost(figure, new Count(limit)));
  }

  private static void checkMethod(Class<?> type, String method) {
    if (methods(type).noneMatch(declared -> declared.getName().equals(method))) {
      throw new IllegalArgumentException(
          "method = \"%s\": %s has no such method of its own; use %s"
              .formatted(method, name(type), examples(type, method)));
    }
  }

  /** Returns all methods that a type declares or inherits, except from {@code Object}. */
  private static Stream<Method> methods(Class<?> type) {
    Stream<Method> found = Arrays.stream(type.getMethods());
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      found = Stream.concat(Arrays.stream(owner.getDeclaredMethods()), found);
    }
    return found.filter(method -> method.getDeclaringClass() != Object.class);
  }

  private static String name(Class<?> type) {
    return type.getSimpleName();
  }

  /** Returns names of methods, those first that contain the wrong name: {@code getPrice}. */
  private static String examples(Class<?> type, String wrong) {
    String part = wrong.toLowerCase(Locale.ROOT);
    String names =
        methods(type)
            .filter(method -> !method.isSynthetic() && !Modifier.isPrivate(method.getModifiers()))
            .map(Method::getName)
            .sorted(
                Comparator.comparing((String name) -> !name.toLowerCase(Locale.ROOT).contains(part))
                    .thenComparing(Comparator.naturalOrder()))
            .distinct()
            .limit(SHOWN_NAMES)
            .map(name -> "method = \"" + name + "\"")
            .collect(Collectors.joining(" or "));
    return names.isEmpty() ? "another type" : names;
  }

  @Override
  public List<Budget> budgets() {
    return List.of(promised);
  }

  @Override
  public int order() {
    return 150;
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    Budget budget = budgets.get(0);
    WeavingTurn turn = WeavingTurn.take();
    if (turn instanceof WeavingTurn.Denial denial) {
      // the body runs nevertheless, because its own failure takes precedence
      subject.call();
      return List.of(missing(budget, denial));
    }
    try (WeavingTurn.Permit permit = (WeavingTurn.Permit) turn) {
      return List.of(measured(permit, subject, schedule, budget));
    }
  }

  @Override
  public Optional<Broken> broken(Subject subject, List<Budget> limits, List<Measurement> measured)
      throws Throwable {
    PlantedClass plant = PlantedClass.beside(subject.testInstances());
    double calls = limits.get(0).amount() + 1;
    return Optional.of(
        new Broken(
            new Invocations(plant.type(), PlantedClass.METHOD, promised),
            (value, argument) -> {
              plant.call(calls);
              return value;
            }));
  }

  private static Missing missing(Budget budget, WeavingTurn.Denial denial) {
    return denial.busy()
        ? new Missing(
            budget.figure(),
            denial.reason() + ", and no class can be woven",
            "run this test" + TestOverlap.ALONE)
        : new Missing(budget.figure(), denial.reason(), denial.remedy());
  }

  private Measurement measured(
      WeavingTurn.Permit permit, Subject subject, Schedule schedule, Budget budget)
      throws Throwable {
    List<CallRecording> recordings = new ArrayList<>();
    TestBody body = subject.body();
    CallCounting.Uncounted uncounted;
    ClassOrigins application =
        new ClassOrigins(
            subject.testInstances().stream().<Class<?>>map(Object::getClass).toList(),
            ClassOrigin.APPLICATION);
    try (CallCounting counting = new CallCounting(permit.instrumentation(), type, method)) {
      for (int call = 0; call < schedule.warmups() + schedule.runs(); call++) {
        CallRecording recording = counting.record(application);
        recording.start();
        try {
          body.run();
        } finally {
          recording.stop();
        }
        if (call >= schedule.warmups()) {
          recordings.add(recording);
        }
      }
      uncounted = counting.uncounted();
    }
    Observed observed = observed(recordings, schedule, subject, budget);
    String doubt = doubt(uncounted);
    return doubt.isEmpty() ? observed : observed.atLeast(doubt);
  }

  /** Returns why there may be more calls; empty if there are none. */
  private static String doubt(CallCounting.Uncounted uncounted) {
    if (uncounted.mocks()) {
      return MISSED_MOCKS;
    }
    if (uncounted.lambdas()) {
      return MISSED_LAMBDAS;
    }
    Set<String> names = uncounted.names();
    if (names.isEmpty()) {
      return "";
    }
    int more = names.size() - SHOWN_NAMES;
    return "calls of %s%s cannot be counted; name a narrower type, or the method that calls it"
        .formatted(
            names.stream().limit(SHOWN_NAMES).collect(Collectors.joining(", ")),
            more > 0 ? " and %s more".formatted(more) : "");
  }

  private Observed observed(
      List<CallRecording> recordings, Schedule schedule, Subject subject, Budget budget) {
    Comparator<CallRecording> order = Comparator.comparingLong(CallRecording::calls);
    CallRecording withMostCalls = recordings.stream().max(order).orElseThrow();
    Count calls = new Count(withMostCalls.calls());
    Count fewest = new Count(recordings.stream().min(order).orElseThrow().calls());
    Sampling sampling =
        new Sampling("maximum", recordings.size(), schedule.warmups(), fewest, calls, null);
    Observed own = Observed.exact(budget.figure(), calls, sampling, List.of(counted()));
    long elsewhere = recordings.stream().mapToLong(CallRecording::elsewhere).max().orElseThrow();
    Observed observed = subject.concurrent() ? own : withCallsElsewhere(own, elsewhere, budget);
    boolean exceeded = budget.judge(observed).outcome() == Outcome.EXCEEDED;
    return subject.configuration().breakdown().isNeeded(exceeded)
        ? observed.withBreakdown(callers(withMostCalls))
        : observed;
  }

  /** Adds a remark if methods began more often on other threads than the limit leaves. */
  private static Observed withCallsElsewhere(Observed observed, long elsewhere, Budget budget) {
    Quantity limit = budget.limit();
    double left = limit == null ? 0 : limit.amount() - observed.value().amount();
    return limit != null && left >= 0 && elsewhere > left
        ? observed.alsoDistorted(
            Remark.of(
                Remark.WORK_ELSEWHERE,
                "methods of that name began more often on other threads than the limit leaves;"
                    + " only calls of the test's thread count"))
        : observed;
  }

  private String counted() {
    return "calls of this thread, on " + type.getTypeName() + " and its subtypes";
  }

  private static Breakdown callers(CallRecording recording) {
    List<Breakdown.Row> rows = new ArrayList<>();
    recording
        .callers()
        .forEach(
            (line, calls) ->
                rows.add(
                    new Breakdown.Row(new Count(calls), calls, Breakdown.Row.CALLED_BY, line)));
    return new Breakdown(new Count(recording.calls()), rows, List.of());
  }
}
