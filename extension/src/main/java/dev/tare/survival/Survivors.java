package dev.tare.survival;

import static dev.tare.internal.launch.Attributes.require;

import dev.tare.extension.Broken;
import dev.tare.extension.Configuration;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.extension.ValueHolder;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.allocation.CountedClasses;
import dev.tare.internal.allocation.CountedClasses.Membership;
import dev.tare.internal.call.PlantedClass;
import dev.tare.internal.survival.ClassTotal;
import dev.tare.internal.survival.HeldSurvivors;
import dev.tare.internal.survival.ReleasedObjects.Survival;
import dev.tare.internal.survival.SurvivingGrowth;
import dev.tare.internal.survival.SurvivingRounds;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * Metric of what calls leave behind: calls the body in rounds, and measures the bytes or counts the
 * objects.
 *
 * @param counted the classes that count
 * @param plan how often the body is called
 * @param amount selects the bytes or the number of objects of a class
 * @param quantity creates a quantity of the figure's unit
 */
record Survivors(
    Budget promised,
    CountedClasses counted,
    RoundPlan plan,
    ToLongFunction<ClassTotal> amount,
    LongFunction<Quantity> quantity)
    implements Metric {

  /** Smallest size of an object of a class with fields, in bytes. */
  private static final double LEAST_BYTES = 16;

  static Survivors of(
      MaxSurvivingBytes annotation, Subject.Site site, Configuration configuration) {
    CountedClasses counted = counted(annotation.type(), annotation.packageOf());
    return ofBytes(
        configuration.bytesAtMost(bytes(counted), annotation.value()),
        counted,
        RoundPlan.of(annotation.calls(), annotation.rounds(), annotation.warmups()));
  }

  static Survivors of(MaxSurvivors annotation) {
    return ofObjects(
        annotation.value(),
        counted(annotation.type(), annotation.packageOf()),
        RoundPlan.of(annotation.calls(), annotation.rounds(), annotation.warmups()));
  }

  static Survivors ofBytes(Budget limit, CountedClasses counted, RoundPlan plan) {
    return new Survivors(limit, counted, plan, ClassTotal::bytes, DataSize::new);
  }

  static Survivors ofObjects(long limit, CountedClasses counted, RoundPlan plan) {
    return new Survivors(
        Budget.atMost(figure("surviving objects", counted), new Count(limit)),
        counted,
        plan,
        ClassTotal::objects,
        Count::new);
  }

  private static CountedClasses counted(Class<?> type, Class<?> packageOf) {
    return new CountedClasses(type, packageOf == Unset.class ? null : packageOf);
  }

  static Figure bytes(CountedClasses counted) {
    return figure("surviving bytes", counted);
  }

  private static Figure figure(String noun, CountedClasses counted) {
    return new Figure(noun.replace(' ', '-'), noun + counted.phrase(), true);
  }

  @Override
  public List<Budget> budgets() {
    return List.of(promised);
  }

  @Override
  public int order() {
    return 520;
  }

  @Override
  public boolean needsManyCalls() {
    return true;
  }

  Figure figure() {
    return promised.figure();
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    if (subject.concurrent()) {
      subject.call();
      return List.of(Observed.unknown(figure(), quantity.apply(0), SurvivingRounds.OTHER_TESTS));
    }
    Function<String, Membership> membership = counted.membershipByName(subject.testInstances());
    SurvivingRounds rounds =
        new SurvivingRounds(
            subject.body(),
            plan.calls(),
            plan.rounds(),
            name -> membership.apply(name) != Membership.NO);
    try {
      return List.of(
          measurement(rounds.measure(plan.warmups()), membership, subject, budgets.get(0)));
    } catch (UnweighableException e) {
      return List.of(new Missing(figure(), e.reason(), e.remedy()));
    }
  }

  @Override
  public Optional<Broken> broken(Subject subject, List<Budget> limits, List<Measurement> measured)
      throws Throwable {
    PlantedClass plant = PlantedClass.beside(subject.testInstances());
    Survivors ofPlanted =
        new Survivors(promised, counted.withObjectsOf(plant.type()), plan, amount, quantity);
    boolean areBytes = limits.get(0).limit() instanceof DataSize;
    double objects = limits.get(0).amount() / (areBytes ? LEAST_BYTES : 1) + 1;
    return Optional.of(
        new Broken(
            ofPlanted,
            (value, argument) -> {
              plant.keep(objects, 0);
              return value;
            }));
  }

  private Measurement measurement(
      Optional<SurvivingGrowth> growth,
      Function<String, Membership> membership,
      Subject subject,
      Budget budget) {
    if (growth.isEmpty()) {
      return new Missing(figure(), Survival.NOT_COLLECTED, Survival.OTHER_COLLECTOR);
    }
    SurvivorFigures figures = new SurvivorFigures(this, growth.get(), membership);
    Observed observed = figures.judged(budget);
    Breakdowns breakdown = subject.configuration().breakdown();
    if (breakdown == Breakdowns.NEVER) {
      return observed.withoutBreakdown();
    }
    boolean exceeded = budget.judge(observed).outcome() == Outcome.EXCEEDED;
    return breakdown.isNeeded(exceeded) && !figures.growth().names().isEmpty()
        ? explained(figures, observed, subject, budget)
        : observed;
  }

  private Measurement explained(
      SurvivorFigures figures, Observed observed, Subject subject, Budget budget) {
    Set<String> types = figures.growth().names();
    // a value that the last call handed over is no leak, but has a path through its parameter
    List<Object> arguments =
        subject.arguments().stream().filter(held -> !(held instanceof ValueHolder)).toList();
    try {
      return figures.explained(
          budget,
          HeldSurvivors.of(
              subject.body(), plan.calls(), types, subject.testInstances(), arguments));
    } catch (UnweighableException e) {
      return figures.unexplained(observed, String.valueOf(e.getMessage()));
    } catch (Throwable thrown) {
      // the verdict does not need the holders, so it must not depend on these further calls
      return figures.unexplained(observed, "a call in one more round threw " + thrown);
    }
  }

  /**
   * Numbers of calls and rounds of a measurement of surviving objects.
   *
   * @param calls the number of calls in a round
   * @param rounds the maximum number of judged rounds
   * @param warmups the number of calls before the first round
   */
  record RoundPlan(int calls, int rounds, int warmups) {

    /** Calls in a round unless an annotation or an option says otherwise. */
    static final int CALLS = 10;

    /** Rounds unless an annotation or an option says otherwise. */
    static final int ROUNDS = 5;

    private static final int MIN_ROUNDS = 2;

    /** Limits the memory: a histogram is kept for each round. */
    private static final int MAX_ROUNDS = 100;

    /**
     * Checks the numbers of an annotation.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    static RoundPlan of(int calls, int rounds, int warmups) {
      require(calls >= 1, "calls = " + calls, "a round has at least one call", "calls = 10");
      require(
          rounds >= MIN_ROUNDS,
          "rounds = " + rounds,
          "what grows in every round needs at least two",
          "rounds = 5");
      require(
          rounds <= MAX_ROUNDS,
          "rounds = " + rounds,
          "at most 100 are compared; let each have more calls",
          "calls = 1_000");
      require(
          warmups >= 0 || warmups == Unset.NUMBER,
          "warmups = " + warmups,
          "use 0 or more",
          "warmups = 2");
      return new RoundPlan(
          calls, rounds, warmups == Unset.NUMBER ? Schedule.STANDARD.warmups() : warmups);
    }
  }
}
