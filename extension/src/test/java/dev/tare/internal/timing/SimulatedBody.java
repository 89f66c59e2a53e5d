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
  private boolean returnsValue = true;
  private Simulation simulation = (self, n, stub) -> self.spend(n);

  public SimulatedBody(SimulatedClock clock, double nanos, long seed) {
    this.clock = clock;
    this.nanos = nanos;
    this.random = new Random(seed);
  }

  /** What calls of one stub do in place of taking their time with noise. */
  @FunctionalInterface
  public interface Simulation {

    /** Simulates n calls of a stub, 0 for the method itself. */
    void simulate(SimulatedBody self, double n, int stub) throws Throwable;
  }

  /** Returns this body with other calls. */
  public SimulatedBody with(Simulation other) {
    simulation = other;
    return this;
  }

  /** Returns this body as one that returns a value or nothing. */
  SimulatedBody withResult(boolean returned) {
    returnsValue = returned;
    return this;
  }

  /** Lets the time of calls pass, with noise. */
  public final void spend(double n) {
    clock.advance(n * nanos * Math.exp(0.005 * random.nextGaussian()), 1);
  }

  /** Simulates calls of one stub; subclasses with a state of their own override it. */
  public void simulateCalls(long n, int stub) throws Throwable {
    simulation.simulate(this, (double) n, stub);
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
    return returnsValue;
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
