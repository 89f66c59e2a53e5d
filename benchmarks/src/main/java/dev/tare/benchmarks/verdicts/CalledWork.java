package dev.tare.benchmarks.verdicts;

/**
 * Work in a class of its own, which a compared method calls.
 *
 * <p>Public, as are its subclasses, since a {@link CalledPair} loads copies of them in class
 * loaders of their own. A call repeats a unit of 10 to 500 ns, whose input changes, so that its
 * time is in proportion to the number of repetitions.
 */
public abstract class CalledWork {

  /** Repetitions of the baseline; each ratio of a {@link Question} is a whole number of them. */
  static final int BASELINE = 200;

  /** Repetitions; read anew by each call, since the JIT would unroll a constant. */
  public int rounds = BASELINE;

  /** Creates it for the subclasses. */
  protected CalledWork() {}

  /** Does the work, and returns something that depends on all of it. */
  public abstract long work();
}
