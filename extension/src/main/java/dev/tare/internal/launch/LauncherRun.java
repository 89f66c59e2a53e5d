package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.weight.TestName;
import dev.tare.model.Report.TestId;
import dev.tare.unit.Count;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One execution of tests by JUnit's launcher, from the first engine to the last: all its engines
 * share one ledger, so that a run prints one closing table.
 *
 * <p>The open runs are in a static field, since JUnit before 5.13 has no store that several engines
 * share. On the module path, where no listener can be provided, there are no runs.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class LauncherRun implements AutoCloseable {

  /**
   * The test that a thread currently runs.
   *
   * @param testClass finds the test class
   * @param method finds the test method
   * @param displayNames returns the display name of the test or container with a unique id
   */
  public record CurrentTest(
      String uniqueId,
      Supplier<? extends Class<?>> testClass,
      Supplier<Method> method,
      UnaryOperator<String> displayNames) {

    /** Returns the id that names the test in messages. */
    public TestId id() {
      return TestName.of(testClass.get(), method.get(), uniqueId, displayNames).id();
    }
  }

  /** Open runs, the latest first; there are several if a test starts a launcher. */
  private static final Deque<LauncherRun> OPEN = new ConcurrentLinkedDeque<>();

  /** Number of runs that were opened in this JVM. */
  private static final AtomicInteger RUNS = new AtomicInteger();

  /** Classes that the latest discovery selected as a whole, for the run that follows it. */
  private static final AtomicReference<List<Supplier<Class<?>>>> SELECTED =
      new AtomicReference<>(List.of());

  private final int number = RUNS.incrementAndGet();
  private final Predicate<String> contains;
  private final Set<String> keys;
  private final UnaryOperator<@Nullable String> parameters;
  private final ExportFiles exports;
  private final Map<Thread, CurrentTest> currentTests = new ConcurrentHashMap<>();
  private final List<String> sentences = new ArrayList<>();
  private final Map<TestId, String> unrun = new HashMap<>();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicReference<@Nullable Consumer<Map<TestId, String>>> failing =
      new AtomicReference<>();
  private @Nullable Ledger ledger;
  private volatile @Nullable Census census;

  private LauncherRun(
      Predicate<String> contains,
      Set<String> keys,
      UnaryOperator<@Nullable String> parameters,
      ExportFiles exports) {
    this.contains = contains;
    this.keys = Set.copyOf(keys);
    this.parameters = parameters;
    this.exports = exports;
  }

  /** Records the classes that a discovery selects as a whole, without a filter. */
  public static void select(List<Supplier<Class<?>>> classes) {
    SELECTED.set(classes);
  }

  /** Removes and returns the classes that the latest discovery selected as a whole. */
  public static List<Supplier<Class<?>>> takeSelected() {
    return SELECTED.getAndSet(List.of());
  }

  /**
   * Begins a run.
   *
   * @param contains whether a unique id belongs to the run
   * @param keys the names of all configuration parameters of the run
   * @param parameters returns the value of a configuration parameter, null if it is not set
   * @param exports the files of all runs of the launcher
   */
  public static LauncherRun open(
      Predicate<String> contains,
      Set<String> keys,
      UnaryOperator<@Nullable String> parameters,
      ExportFiles exports) {
    LauncherRun run = new LauncherRun(contains, keys, parameters, exports);
    OPEN.addFirst(run);
    return run;
  }

  /** Returns whether a unique id is that of a test which Tare's engine runs. */
  public static boolean isRunByTare(String uniqueId) {
    return uniqueId.contains("[engine:tare]"); // values of other segments have no brackets
  }

  /** Returns the run that a test belongs to; empty without a launcher or without its listeners. */
  public static Optional<LauncherRun> of(String uniqueId) {
    return OPEN.stream().filter(run -> run.contains.test(uniqueId)).findFirst();
  }

  /**
   * Returns the run whose test this thread runs, or else the latest run; empty outside of tests and
   * without the run's listener.
   */
  public static Optional<LauncherRun> ofThread() {
    return OPEN.stream()
        .filter(run -> run.current().isPresent())
        .findFirst()
        .or(() -> Optional.ofNullable(OPEN.peekFirst()));
  }

  /** Records that this thread begins a test. */
  public void begin(CurrentTest test) {
    currentTests.put(Thread.currentThread(), test);
  }

  /** Records that this thread has finished its test. */
  public void end() {
    currentTests.remove(Thread.currentThread());
  }

  /** Returns the test that this thread runs; empty for threads that a test started. */
  public Optional<CurrentTest> current() {
    return Optional.ofNullable(currentTests.get(Thread.currentThread()));
  }

  /** Returns the value of a configuration parameter; empty if it is not set. */
  public Optional<String> parameter(String key) {
    return Optional.ofNullable(parameters.apply(key));
  }

  private Configuration configuration() {
    return new Configuration(this::parameter);
  }

  /** Returns the configuration of the run; that without keys if one of them is refused. */
  private Configuration readableConfiguration() {
    Configuration configuration = configuration();
    try {
      configuration.check();
      return configuration;
    } catch (TareConfigurationException e) { // every test has failed with it
      return new Configuration(key -> Optional.empty());
    }
  }

  /**
   * Begins a census if {@code tare.census} asks for one. A wrong value is reported at the end of
   * the run, since no test is to fail for it.
   *
   * @return whether there is a census
   */
  public synchronized boolean openCensus() {
    try {
      if (configuration().census()) {
        census = new Census(readableConfiguration());
      }
    } catch (TareConfigurationException e) {
      sentences.add(e.getMessage());
    } catch (NoClassDefFoundError e) { // without java.management
      sentences.add("no census: this Java runtime lacks the module java.management");
    }
    return census != null;
  }

  /** Returns the census of the run that a test belongs to; empty if it has none. */
  public static Optional<Census> censusOf(String uniqueId) {
    for (LauncherRun run : OPEN) {
      Census counting = run.census;
      if (counting != null && run.contains.test(uniqueId)) {
        return Optional.of(counting);
      }
    }
    return Optional.empty();
  }

  /** Leaves a test out of the census, because it has a promise of its own. */
  public static void leaveOutOfCensus(String uniqueId) {
    Census counting = censusOf(uniqueId).orElse(null);
    if (counting != null) { // not a lambda, whose type would load the class for each test
      counting.leaveOut(uniqueId);
    }
  }

  /** Returns whether JUnit may run several tests at the same time. */
  public boolean isParallel() {
    return parameter("junit.jupiter.execution.parallel.enabled")
        .map(Boolean::parseBoolean)
        .orElse(false);
  }

  /** Returns the names of all configuration parameters. */
  public Set<String> keys() {
    return keys;
  }

  /** Returns the ledger that all engines of this run share. */
  synchronized Ledger ledger(Configuration configuration, PrintStream console) {
    Ledger created = ledger;
    if (created == null) {
      created = new Ledger(configuration, console, exports, number);
      ledger = created;
    }
    return created;
  }

  /** Sets what reports tests that did not run as failed; the engine of the run is the first. */
  public void failUnrunWith(Consumer<Map<TestId, String>> reporter) {
    failing.compareAndSet(null, reporter);
  }

  /** Adds tests with promises that neither passed nor failed, each with the reason. */
  public synchronized void addUnrun(Map<TestId, String> tests) {
    unrun.putAll(tests);
  }

  /**
   * Reports tests that did not run as failed, if each promise is to be broken.
   *
   * @param tests returns the tests, each with the reason
   */
  public void failUnrun(Supplier<Map<TestId, String>> tests) {
    Consumer<Map<TestId, String>> reporter = failing.get();
    if (reporter != null && readableConfiguration().proves()) {
      reporter.accept(tests.get());
    }
  }

  /** Counts a test that failed since one of its annotations or a key is refused. */
  public void addRefused() {
    refused.incrementAndGet();
  }

  /** Ends the run and prints the closing table. */
  @Override
  public synchronized void close() {
    OPEN.remove(this);
    String table = census == null ? "" : census.close().orElse("");
    if (refused.get() > 0) {
      sentences.add(
          Count.withNoun(refused.get(), "test", "tests") + " refused; each failure has the reason");
    }
    if (ledger != null || !sentences.isEmpty() || !unrun.isEmpty() || !table.isEmpty()) {
      ledger(readableConfiguration(), System.out).close(sentences, unrun, table);
    }
  }
}
