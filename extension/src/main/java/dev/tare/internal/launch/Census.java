package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.render.CensusText;
import dev.tare.internal.render.CensusText.CountedTest;
import dev.tare.model.Report.TestId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.InvocationInterceptor.Invocation;

/**
 * Counts what each ordinary test of a run allocates, in its one call, and how long its body takes.
 * No test runs more often, in another order or with another outcome.
 *
 * <p>A body is counted by an interceptor. Threads that it starts and fixtures are not counted, and
 * what the census allocates is in no figure.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Census {

  /** JUnit's key that registers extensions without an annotation. */
  public static final String AUTODETECTION = "junit.jupiter.extensions.autodetection.enabled";

  private final Configuration configuration;
  private final @Nullable Number threadBytes;

  private final Map<String, OpenTest> openTests = new ConcurrentHashMap<>();
  private final List<CountedTest> tests = new ArrayList<>();
  private int uncounted;

  /** A test whose body has been called, or that is left out. */
  private static final class OpenTest {

    long bodyBytes;
    long bodyNanos;
    boolean hasBody;
    boolean isLeftOut;
  }

  Census(Configuration configuration) {
    this.configuration = configuration;
    this.threadBytes =
        AllocationCounters.countThisThread() ? AllocationCounters.threadBytes().orElse(null) : null;
  }

  private long threadBytes() {
    return threadBytes == null ? -1 : threadBytes.longValue();
  }

  private OpenTest open(String id) {
    return openTests.computeIfAbsent(id, key -> new OpenTest());
  }

  /** Leaves out a test, because it has a promise of its own. */
  public void leaveOut(String id) {
    open(id).isLeftOut = true;
  }

  /**
   * Calls the body of a test and counts it.
   *
   * @throws Throwable what the body threw, unchanged
   */
  public <T extends @Nullable Object> T callBody(String id, Invocation<T> body) throws Throwable {
    if (threadBytes() < 0) {
      return body.proceed();
    }
    OpenTest test = open(id);
    long before = threadBytes();
    long from = System.nanoTime();
    try {
      return body.proceed();
    } finally {
      test.bodyNanos += System.nanoTime() - from;
      test.bodyBytes += threadBytes() - before;
      test.hasBody = true;
    }
  }

  /**
   * Records that a test or container has ended.
   *
   * @param ordinary names an ordinary test; empty for tests of Tare and for containers
   */
  public synchronized void end(String id, Optional<TestId> ordinary) {
    OpenTest test = openTests.remove(id);
    if (ordinary.isEmpty()) {
      return;
    }
    if (test == null || (!test.hasBody && !test.isLeftOut)) {
      uncounted++;
    } else if (!test.isLeftOut) {
      tests.add(new CountedTest(ordinary.get(), test.bodyBytes, test.bodyNanos));
    }
  }

  /** Writes all tests to a file, and returns a table of the largest; empty if there are none. */
  synchronized Optional<String> close() {
    if (tests.isEmpty() && uncounted == 0) {
      return Optional.empty();
    }
    List<String> notes = notes();
    configuration.reportDirectory().map(Path::of).ifPresent(folder -> write(folder, notes));
    return Optional.of(CensusText.table(tests, CensusText.PRINTED_ROWS, notes));
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (threadBytes == null) {
      notes.add(AllocationCounters.absence().reason());
    }
    if (uncounted > 0) {
      notes.add(
          "%s of the tests have no figure: their bodies were not called, or JUnit is older than 5.12 and %s is not set"
              .formatted(uncounted, AUTODETECTION));
    }
    return notes;
  }

  private void write(Path folder, List<String> notes) {
    Path file = RunningJvm.file(folder, "census.txt");
    String table = CensusText.table(tests, tests.size(), notes);
    notes.add(ExportFiles.append(file, table).orElse("all tests: " + file));
  }
}
