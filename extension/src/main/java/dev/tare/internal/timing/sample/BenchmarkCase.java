package dev.tare.internal.timing.sample;

import dev.tare.body.TestBody;
import java.util.List;

/**
 * A method to time, with its name and its preparations.
 *
 * @param name name in messages: {@code lookup()}
 * @param preparations bodies that run before each call of the method and are not timed; usually
 *     empty
 */
public record BenchmarkCase(String name, TestBody body, List<TestBody> preparations) {

  /** Copies the list. */
  public BenchmarkCase {
    preparations = List.copyOf(preparations);
  }

  /** Creates a case without preparations. */
  public BenchmarkCase(String name, TestBody body) {
    this(name, body, List.of());
  }

  /** Returns whether the calls are prepared and therefore made one by one. */
  public boolean isPrepared() {
    return !preparations.isEmpty();
  }

  public void prepare() throws Throwable {
    for (TestBody preparation : preparations) {
      preparation.run();
    }
  }

  public void forget() {
    body.forget();
  }
}
