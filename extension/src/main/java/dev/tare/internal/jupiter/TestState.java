package dev.tare.internal.jupiter;

import dev.tare.body.TestBody;
import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.ValueHolder;
import dev.tare.internal.agent.KotlinNames;
import dev.tare.internal.launch.Ledger;
import dev.tare.internal.launch.SuiteKeys;
import dev.tare.internal.render.ReportEntries;
import dev.tare.internal.weight.TestName;
import dev.tare.internal.weight.TestWeights;
import dev.tare.internal.weight.WeightLocks;
import dev.tare.model.Budget;
import dev.tare.model.Report;
import dev.tare.model.Report.TestId;
import dev.tare.model.Verdict;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.InvocationInterceptor.Invocation;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.TestInstances;
import org.junit.jupiter.api.function.Executable;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * State of one test between the callbacks of the extension: its plan, its parameters, its suite's
 * configuration. The store of the test's context holds it. It is thread-safe, since the dynamic
 * tests of a factory share the factory's state.
 */
final class TestState {

  private static final Namespace NAMESPACE = Namespace.create(TareExtension.class);

  private final ExtensionContext context;
  private final Configuration configuration;
  private final boolean enabled;
  private final TestPlanner.ClassSites sites;
  private final RealMethod real;
  private final Map<Integer, Optional<?>> arguments = new ConcurrentHashMap<>();
  private @Nullable TestPlan plan;
  private boolean isCompared; // with weights; read with the plan
  private Configuration
      measuring; // of a weighed test, whose limits may be missing; read with the plan
  private volatile boolean hasDynamicTest;
  private volatile boolean published;
  private volatile boolean isOver;
  private volatile @Nullable Runnable
      publication; // of a test that passes, called when it is known that it has not timed out

  private TestState(ExtensionContext context) {
    this.context = context;
    // of the root context, since objects in the run's store would keep the test's context alive
    this.configuration = new Configuration(context.getRoot()::getConfigurationParameter);
    this.measuring = configuration;
    this.enabled = configuration.enabled();
    this.sites = sitesOf(context);
    this.real = RealMethod.of(context);
  }

  /** Returns the state of the context's test method; a dynamic test has that of its factory. */
  static TestState of(ExtensionContext context) {
    ExtensionContext ancestor = context;
    while (ancestor.getTestMethod().isEmpty()) {
      ancestor =
          ancestor
              .getParent()
              .orElseThrow(() -> new IllegalStateException("no test method above " + context));
    }
    ExtensionContext methodContext = ancestor;
    return methodContext
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            TestState.class, key -> new TestState(methodContext), TestState.class);
  }

  /**
   * Returns what the tests of the class share. The class is the key, since the store of a nested
   * class inherits the entries of its enclosing classes.
   */
  private static TestPlanner.ClassSites sitesOf(ExtensionContext context) {
    Class<?> testClass = context.getRequiredTestClass();
    return context
        .getParent()
        .orElse(context)
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            testClass, key -> TestPlanner.ClassSites.of(testClass), TestPlanner.ClassSites.class);
  }

  boolean enabled() {
    return enabled;
  }

  RealMethod real() {
    return real;
  }

  /** Returns the source of the bodies that call the test on a target. */
  TestBodySource bodies(Object target, List<Object> arguments) {
    return bodies(target, real.method(), arguments);
  }

  private TestBodySource bodies(Object target, Method method, List<Object> arguments) {
    return new TestBodySource(
        context.getRequiredTestClass(),
        target,
        method,
        arguments,
        context.getTestInstances().map(TestInstances::getAllInstances).orElse(List.of()),
        sites.preparations());
  }

  /**
   * Returns the promises about this test; they are read only once.
   *
   * @throws TareConfigurationException if one is invalid
   */
  synchronized TestPlan plan() {
    TestPlan cached = plan;
    if (cached == null) {
      try {
        cached = readPlan();
      } catch (TareConfigurationException e) {
        throw TestFailure.beginningIn(real.method(), e);
      }
      plan = cached;
    }
    return cached;
  }

  /**
   * Reads the plan after checking all keys, or returns that of an earlier invocation of the method.
   */
  private TestPlan readPlan() {
    Class<?> testClass = context.getRequiredTestClass();
    Store ofMethod = context.getParent().orElse(context).getStore(NAMESPACE);
    Object key = List.of(testClass, real.method());
    TestPlan known = ofMethod.get(key, TestPlan.class);
    if (known != null) {
      return known;
    }
    configuration.check();
    SuiteKeys.refuseUnknown(SuiteKeys.ofRun(context.getUniqueId()), configuration);
    isCompared = WeightLocks.weigh(testClass, real.places(testClass), configuration);
    if (isCompared) {
      weights(name(context)); // refuses a lock that cannot be read, before the test runs
      measuring = configuration.weighing(false);
    }
    TestPlan read = new TestPlanner(testClass, real, measuring, sites).plan();
    if (!isCompared) {
      ofMethod.put(key, read);
    }
    return read;
  }

  /** Returns the weights of this test, whose plan has been read; null if it is not weighed. */
  private @Nullable TestWeights weights(TestName name) {
    if (!isCompared) {
      return null;
    }
    WeightLocks locks = Ledger.of(context, configuration).weights();
    ExtensionContext ofClass = context;
    while (ofClass.getTestMethod().isPresent()) {
      ofClass = ofClass.getParent().orElseThrow();
    }
    // the class is part of the key, since the store of a nested class inherits entries
    String className = name.testClass().getName();
    ofClass
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            List.of(OpenLock.class, className), key -> new OpenLock(locks, className));
    return locks.of(name).orElse(null);
  }

  /** The lock of a class, which JUnit closes when its tests are done. */
  private record OpenLock(WeightLocks locks, String className)
      implements CloseableResource, AutoCloseable {
    @Override
    public void close() {
      locks.write(className);
    }
  }

  /** Returns the name of this test or of one of its dynamic tests. */
  private TestName name(ExtensionContext test) {
    return TestName.of(
        context.getRequiredTestClass(),
        real.method(),
        test.getUniqueId(),
        id -> {
          ExtensionContext named = test;
          while (!named.getUniqueId().equals(id)) {
            named = named.getParent().orElseThrow();
          }
          return named.getDisplayName();
        });
  }

  /**
   * Returns the argument for a parameter of this test: one that a metric varies, or the holder
   * through which the test hands over a value. It is created once, although JUnit calls both {@code
   * supportsParameter} and {@code resolveParameter}.
   */
  Optional<?> parameter(ParameterContext parameter) {
    return arguments.computeIfAbsent(parameter.getIndex(), this::argument);
  }

  private Optional<?> argument(int index) {
    try {
      return plannedArgument(index);
    } catch (TareConfigurationException e) {
      if (enabled) {
        throw e;
      }
      return Optional.empty(); // with Tare switched off no annotation is refused
    }
  }

  private Optional<?> plannedArgument(int index) {
    Optional<Object> varied =
        Stream.concat(plan().calls().stream(), plan().values().stream())
            .flatMap(promise -> Stream.ofNullable(promise.metric().arguments().get(index)))
            .findFirst();
    return varied.isPresent() ? varied : createHolder(index);
  }

  private Optional<ValueHolder> createHolder(int index) {
    Class<?> declared = real.method().getParameterTypes()[index];
    return ValueHolder.class.isAssignableFrom(declared) && !plan().promisesOf(index).isEmpty()
        ? Optional.of((ValueHolder) ReflectionSupport.newInstance(declared))
        : Optional.empty();
  }

  /** Records that a dynamic test of the factory is about to be called. */
  void recordDynamicTest() {
    hasDynamicTest = true;
  }

  /**
   * Ends the test: publishes its verdicts within their limits, unless it has failed, for example
   * since its time was up.
   */
  void end(boolean hasFailed) {
    Runnable left = publication;
    if (!hasFailed && left != null) {
      left.run();
    } else if (!hasFailed) {
      failUnlessJudged();
    }
    isOver = true;
  }

  /**
   * Reports a test as unmeasured if it would otherwise succeed without a verdict, because another
   * extension skipped the body or handled its exception, or because a factory made no dynamic test.
   */
  private void failUnlessJudged() {
    boolean hasVerdict = real.isFactory() ? hasDynamicTest : published;
    if (!enabled || hasVerdict) {
      return;
    }
    String reason =
        real.isFactory()
            ? "the test factory made no dynamic test"
            : "another extension skipped the test, called it in place of JUnit, or handled its exception";
    String remedy =
        real.isFactory()
            ? "let " + KotlinNames.sourceName(real.method()) + "() make at least one"
            : "put @MeasuresFirst on the class, above the annotation that registers that extension; a body that throws has no verdict";
    publish(
        plan().promises().stream()
            .flatMap(promise -> promise.budgets().stream())
            .<Verdict>map(budget -> new Verdict.Unmeasured(budget, reason, remedy))
            .toList(),
        context);
  }

  void runUnjudged(Invocation<? extends @Nullable Object> body, TestBodySource bodies)
      throws Throwable {
    if (configuration.proves()) {
      throw new TareConfigurationException(
          "%s = true beside %s = false: nothing is judged, so no promise can fail; leave out one"
              .formatted(ConfigurationKey.PROVE.key(), ConfigurationKey.ENABLED.key()));
    }
    for (TestBody preparation : bodies.preparations()) {
      preparation.run();
    }
    body.proceed();
    Ledger.of(context, configuration).addUnjudged();
  }

  void judgeCalls(TestBodySource bodies, TestBody body) throws Throwable {
    TestRun run = createRun(bodies, context);
    publish(run.judgeCalls(body), run, context);
  }

  void judgeValues(Invocation<? extends @Nullable Object> body, TestBodySource bodies)
      throws Throwable {
    TestRun run = createRun(bodies, context);
    publish(run.judgeValues(body), run, context);
  }

  /**
   * Judges a dynamic test.
   *
   * @param dynamicContext the context of the dynamic test, to which its verdicts are published
   */
  void judgeDynamic(Executable executable, ExtensionContext dynamicContext) throws Throwable {
    Method execute = Executable.class.getMethod("execute");
    TestRun run = createRun(bodies(executable, List.of()), dynamicContext);
    publish(run.judgeCalls(bodies(executable, execute, List.of()).body()), run, dynamicContext);
  }

  private TestRun createRun(TestBodySource bodies, ExtensionContext test) {
    TestPlan read = plan();
    TestWeights weights = weights(name(test));
    Configuration ofTest = measuring;
    if (weights != null) {
      Stream<Budget> budgets = read.promises().stream().flatMap(one -> one.budgets().stream());
      ofTest = ofTest.weighing(budgets.anyMatch(weights::needsRows));
    }
    TestSubject subject =
        new TestSubject(
            null,
            null,
            bodies,
            bodies.instances(),
            bodies.arguments().stream().filter(Objects::nonNull).toList(),
            () -> real.isFactory() ? "" : context.getUniqueId(),
            ofTest,
            Concurrency.isPossible(context, real.method()));
    return new TestRun(
        read, subject, handedOver(), weights, configuration.proves() ? new ArrayList<>() : null);
  }

  private Map<Integer, ValueHolder> handedOver() {
    Map<Integer, ValueHolder> holders = new LinkedHashMap<>();
    for (int i = 0; i < real.method().getParameterCount(); i++) {
      if (arguments.getOrDefault(i, Optional.empty()).orElse(null) instanceof ValueHolder holder) {
        holders.put(i, holder);
      }
    }
    return holders;
  }

  /** Publishes what a run found: verdicts, or what became of broken promises. */
  private void publish(List<Verdict> verdicts, TestRun run, ExtensionContext test) {
    List<Proof> proofs = run.proofs();
    if (proofs == null) {
      publish(verdicts, test);
    } else {
      boolean canFail = proofs.stream().allMatch(proof -> proof.obstacle().isEmpty());
      publish(canFail, test, () -> publishProofs(proofs, test));
    }
  }

  /** Publishes verdicts, and fails or aborts the test unless all are within their limits. */
  private void publish(List<Verdict> verdicts, ExtensionContext test) {
    if (!verdicts.isEmpty()) {
      Report report = new Report(name(test).id(), verdicts);
      publish(report.outcome() == Verdict.Outcome.WITHIN, test, () -> publish(report, test));
    }
  }

  /**
   * Publishes something about a test, if it passes at its end. Of a test that JUnit has ended
   * meanwhile, since its time was up, nothing is published.
   */
  private void publish(boolean passes, ExtensionContext test, Runnable result) {
    if (isOver) {
      return;
    }
    published = true;
    if (passes && test.equals(context)) {
      publication = result;
    } else {
      result.run();
    }
  }

  private void publishProofs(List<Proof> proofs, ExtensionContext test) {
    Ledger ledger = Ledger.of(context, configuration);
    TestId id = name(test).id();
    proofs.forEach(proof -> ledger.addProof(id, proof.asItIs(), proof.sentence()));
    TestFailure.raise(id, proofs, real.method());
  }

  private void publish(Report report, ExtensionContext test) {
    String file = Ledger.of(context, configuration).add(report).orElse(null);
    test.publishReportEntry(ReportEntries.render(report));
    if (report.outcome() != Verdict.Outcome.WITHIN) {
      ReportFile.publish(report, test, configuration);
      TestFailure.raise(report, file, configuration, real.method());
    }
  }
}
