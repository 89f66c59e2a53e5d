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

  /** Open runs, the latest first: a test may start a launcher itself. */
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

  /** Returns the run that a test belongs to; empty without a launcher or without its listeners. */
  public static Optional<LauncherRun> of(String uniqueId) {
    return OPEN.stream().filter(run -> run.tests.test(uniqueId)).findFirst();
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
    if (ledger != null) {
      ledger.close();
    }
  }
}
