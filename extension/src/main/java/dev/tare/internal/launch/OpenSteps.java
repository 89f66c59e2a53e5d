package dev.tare.internal.launch;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.apiguardian.api.API;

/**
 * First steps of assertions that lack their second one, at most one for each thread: such an
 * assertion has verified nothing, and its test would pass.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class OpenSteps {

  private final Map<Thread, OpenStep> steps = Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * First step of an assertion.
   *
   * @param call the call as in the source: {@code takesAtMost(1.1)}
   * @param missing the second step: {@code .timesAsLongAs(…)}
   * @param trace the stack of the caller
   */
  public record OpenStep(String call, String missing, List<StackTraceElement> trace) {

    /** Copies the list. */
    public OpenStep {
      trace = List.copyOf(trace);
    }

    /**
     * Returns that the assertion has verified nothing, and what to add.
     *
     * @param test the name of the test after a preposition, or nothing
     */
    public String sentence(String test) {
      String place =
          trace.isEmpty()
              ? ""
              : " (%s:%s)".formatted(trace.get(0).getFileName(), trace.get(0).getLineNumber());
      return "%s%s%s verified nothing: add %s".formatted(call, test, place, missing);
    }
  }

  /** Records the first step of an assertion of this thread. */
  public void begin(OpenStep step) {
    steps.put(Thread.currentThread(), step);
  }

  /** Records that a first step has got its second one, whichever thread calls it. */
  @SuppressWarnings("ReferenceEquality") // two threads may begin equal steps
  public void end(OpenStep step) {
    synchronized (steps) {
      steps.values().removeIf(open -> open == step);
    }
  }

  /** Removes the first step of this thread. */
  public Optional<OpenStep> take() {
    return Optional.ofNullable(steps.remove(Thread.currentThread()));
  }

  /** Removes the first steps of all threads. */
  List<OpenStep> takeAll() {
    synchronized (steps) {
      List<OpenStep> all = List.copyOf(steps.values());
      steps.clear();
      return all;
    }
  }
}
