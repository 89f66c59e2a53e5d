package dev.tare.internal.launch;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.apiguardian.api.API;

/**
 * First steps of assertions whose second step is still missing, at most one for each thread. Such
 * an assertion has verified nothing, and its test would pass.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class OpenSteps {

  private final Map<Thread, OpenStep> steps = Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * The first step of an assertion.
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
     * Returns the message that the assertion has verified nothing, and what to add.
     *
     * @param test the name of the test with a preposition before it, or an empty text
     */
    public String sentence(String test) {
      String place =
          trace.isEmpty()
              ? ""
              : " (%s:%s)".formatted(trace.get(0).getFileName(), trace.get(0).getLineNumber());
      return "%s%s%s verified nothing: add %s".formatted(call, test, place, missing);
    }
  }

  /** Records the first step of an assertion, for this thread. */
  public void begin(OpenStep step) {
    steps.put(Thread.currentThread(), step);
  }

  /** Records that the second step of an assertion was called, by any thread. */
  @SuppressWarnings("ReferenceEquality") // two threads may begin equal steps
  public void end(OpenStep step) {
    synchronized (steps) {
      steps.values().removeIf(open -> open == step);
    }
  }

  /** Removes and returns the first step of this thread. */
  public Optional<OpenStep> take() {
    return Optional.ofNullable(steps.remove(Thread.currentThread()));
  }

  /** Removes and returns the first steps of all threads. */
  List<OpenStep> takeAll() {
    synchronized (steps) {
      List<OpenStep> all = List.copyOf(steps.values());
      steps.clear();
      return all;
    }
  }
}
