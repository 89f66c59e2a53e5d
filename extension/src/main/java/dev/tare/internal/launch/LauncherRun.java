package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import java.io.PrintStream;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Predicate;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One execution of tests by JUnit's launcher, from the first engine to the last: all its engines
 * share one ledger, so that a run prints one closing table.
 *
 * <p>The open runs are a static field: before 5.13, JUnit has no store that several engines share.
 * On the module path there is no run; there, {@link Ledger} uses that store.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class LauncherRun implements AutoCloseable {

  /** The run that began last comes first: a test may run a launcher of its own. */
  private static final Deque<LauncherRun> OPEN = new ConcurrentLinkedDeque<>();

  private final Predicate<String> tests;
  private final Set<String> keys;
  private @Nullable Ledger ledger;

  private LauncherRun(Predicate<String> tests, Set<String> keys) {
    this.tests = tests;
    this.keys = Set.copyOf(keys);
  }

  /**
   * Begins a run.
   *
   * @param tests whether a unique id belongs to the run
   * @param keys the names of all configuration parameters of the run
   */
  public static LauncherRun open(Predicate<String> tests, Set<String> keys) {
    LauncherRun run = new LauncherRun(tests, keys);
    OPEN.addFirst(run);
    return run;
  }

  /** The run that a test belongs to; empty if no launcher started it, or one without listeners. */
  public static Optional<LauncherRun> of(String uniqueId) {
    return OPEN.stream().filter(run -> run.tests.test(uniqueId)).findFirst();
  }

  /** The names of all configuration parameters. */
  public Set<String> keys() {
    return keys;
  }

  /** The ledger of all engines. */
  synchronized Ledger ledger(Configuration configuration, PrintStream console) {
    Ledger known = ledger;
    if (known == null) {
      known = new Ledger(configuration, console);
      ledger = known;
    }
    return known;
  }

  /** Ends the run: prints the closing table. */
  @Override
  public synchronized void close() {
    OPEN.remove(this);
    if (ledger != null) {
      ledger.close();
    }
  }
}
