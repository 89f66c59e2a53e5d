package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One execution of tests by JUnit's launcher, from the first engine to the last: all its engines
 * share one ledger, so that a run prints one closing table.
 *
 * <p>The open runs are a static field: before 5.13, JUnit has no store that several engines share.
 * On the module path, where the engine opens the run, there is none before that version.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class LauncherRun implements AutoCloseable {

  /** Open runs, the latest first: a test may start a launcher itself. */
  private static final Deque<LauncherRun> OPEN = new ConcurrentLinkedDeque<>();

  /** Steps of assertions that no test of a run makes. */
  private static final OpenSteps OUTSIDE = new OpenSteps();

  private final Predicate<String> tests;
  private final Set<String> keys;
  private final UnaryOperator<@Nullable String> parameters;
  private final Map<Thread, CurrentTest> current = new ConcurrentHashMap<>();
  private final OpenSteps steps = new OpenSteps();
  private final List<String> unfinished = new ArrayList<>();
  private @Nullable Ledger ledger;

  private LauncherRun(
      Predicate<String> tests, Set<String> keys, UnaryOperator<@Nullable String> parameters) {
    this.tests = tests;
    this.keys = Set.copyOf(keys);
    this.parameters = parameters;
  }

  /**
   * Begins a run.
   *
   * @param tests whether a unique id belongs to the run
   * @param keys the names of all configuration parameters of the run
   * @param parameters returns the value of a configuration parameter, null if it is not set
   */
  public static LauncherRun open(
      Predicate<String> tests, Set<String> keys, UnaryOperator<@Nullable String> parameters) {
    LauncherRun run = new LauncherRun(tests, keys, parameters);
    OPEN.addFirst(run);
    return run;
  }

  /** Returns the run that a test belongs to; empty without a launcher or without its listeners. */
  public static Optional<LauncherRun> of(String uniqueId) {
    return OPEN.stream().filter(run -> run.tests.test(uniqueId)).findFirst();
  }

  /**
   * Returns the run whose test this thread runs, else the latest one; empty outside of tests and
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
    current.put(Thread.currentThread(), test);
  }

  /**
   * Records that this thread has ended its test. The run reports an assertion without its second
   * step, unless the test failed, which may have ended it before that step.
   */
  public void end(boolean succeeded) {
    CurrentTest ended = current.remove(Thread.currentThread());
    Optional<OpenSteps.OpenStep> step = steps.take();
    if (succeeded && ended != null) {
      step.ifPresent(open -> addUnfinished(open, " in " + ended.id().shortName()));
    }
  }

  private synchronized void addUnfinished(OpenSteps.OpenStep step, String test) {
    unfinished.add(step.sentence(test));
  }

  /** Returns the first steps of assertions in the run that this thread belongs to. */
  public static OpenSteps openSteps() {
    return ofThread().map(run -> run.steps).orElse(OUTSIDE);
  }

  /** Returns the test that this thread runs; empty for threads that a test started. */
  public Optional<CurrentTest> current() {
    return Optional.ofNullable(current.get(Thread.currentThread()));
  }

  /** Returns the value of a configuration parameter; empty if it is not set. */
  public Optional<String> parameter(String key) {
    return Optional.ofNullable(parameters.apply(key));
  }

  /** Returns the names of all configuration parameters. */
  public Set<String> keys() {
    return keys;
  }

  /** Returns the ledger that all engines of this run share. */
  synchronized Ledger ledger(Configuration configuration, PrintStream console) {
    Ledger created = ledger;
    if (created == null) {
      created = new Ledger(configuration, console);
      ledger = created;
    }
    return created;
  }

  /** Ends the run: prints the closing table. */
  @Override
  public synchronized void close() {
    OPEN.remove(this);
    steps.takeAll().forEach(step -> addUnfinished(step, ""));
    if (!unfinished.isEmpty()) {
      Ledger.of(this, new Configuration(this::parameter)).addUnfinishedAssertions(unfinished);
    }
    if (ledger != null) {
      ledger.close();
    }
  }
}
