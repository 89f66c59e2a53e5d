package dev.tare.internal.timing;

import dev.tare.body.TestBody;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A method whose calls let a simulated clock advance, with the noise of a real machine. */
public class SimulatedBody implements TestBody {

  public final SimulatedClock clock;
  final Random random;
  final double nanos;
  public long calls;
  int stubCount;
  boolean forgotten;

  public SimulatedBody(SimulatedClock clock, double nanos, long seed) {
    this.clock = clock;
    this.nanos = nanos;
    this.random = new Random(seed);
  }

  /** Simulates calls of one stub; subclasses override it. */
  public void simulateCalls(long n, int stub) throws Throwable {
    clock.advance(n * nanos * Math.exp(0.005 * random.nextGaussian()), 1);
  }

  @Override
  public void run() throws Throwable {
    repeat(1);
  }

  @Override
  public void repeat(long n) throws Throwable {
    calls += n;
    simulateCalls(n, 0);
  }

  @Override
  public @Nullable Object call() throws Throwable {
    repeat(1);
    return null;
  }

  @Override
  public boolean returnsValue() {
    return true;
  }

  @Override
  public void forget() {
    forgotten = true;
  }

  @Override
  public TestBody fresh() {
    stubCount++;
    int stub = stubCount;
    SimulatedBody original = this;
    return new SimulatedBody(clock, nanos, 0) {
      @Override
      public void repeat(long n) throws Throwable {
        original.calls += n;
        original.simulateCalls(n, stub);
      }

      @Override
      public boolean returnsValue() {
        return original.returnsValue();
      }
    };
  }
}
