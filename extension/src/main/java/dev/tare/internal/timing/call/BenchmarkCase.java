package dev.tare.internal.timing.call;

import dev.tare.internal.call.TestBody;
import java.util.List;

/**
 * One of the methods that are timed.
 *
 * @param name as people know it: {@code lookup()}
 * @param body the method
 * @param preparations called before each call of the method, not timed; mostly none
 */
public record BenchmarkCase(String name, TestBody body, List<TestBody> preparations) {

  /** Copies the list. */
  public BenchmarkCase {
    preparations = List.copyOf(preparations);
  }

  /** A method that needs no preparation. */
  public BenchmarkCase(String name, TestBody body) {
    this(name, body, List.of());
  }

  /** Whether its calls have to be made one by one. */
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
