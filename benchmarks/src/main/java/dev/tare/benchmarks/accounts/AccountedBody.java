package dev.tare.benchmarks.accounts;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Body of a test that keeps its own account: it times itself, or its construction determines its
 * counts. It is made from a seed and a number, so it can be made again in another JVM.
 */
public abstract class AccountedBody {

  /** Limits in proportion to what is expected; 1 is the exact figure. */
  private static final double[] FACTORS = {0.4, 0.7, 1.5, 3};

  /** Creates it for the subclasses. */
  protected AccountedBody() {}

  /** Makes a body. */
  interface Maker {
    /** Returns a body with parameters drawn from the generator. */
    AccountedBody make(Random random);
  }

  /**
   * The kinds of bodies, in the order of their numbers; kinds of time come twice.
   *
   * @param name what the table calls it
   */
  record Kind(String name, Maker maker) {

    static final List<Kind> ALL = all();

    private static List<Kind> all() {
      List<Kind> exact = new ArrayList<>(AllocatingBody.KINDS);
      exact.addAll(CallingBody.KINDS);
      exact.addAll(GrowingBody.KINDS);
      List<Kind> kinds = new ArrayList<>();
      int times = 2 * TimedBodies.KINDS.size();
      for (int i = 0; i < Math.max(times, exact.size()); i++) {
        if (i < exact.size()) {
          kinds.add(exact.get(i));
        }
        if (i < times) {
          kinds.add(TimedBodies.KINDS.get(i % TimedBodies.KINDS.size()));
        }
      }
      return List.copyOf(kinds);
    }

    static Kind of(int number) {
      return ALL.get(number % ALL.size());
    }
  }

  /** Returns the body of this number. */
  static AccountedBody of(long seed, int number) {
    return Kind.of(number).maker().make(new Random(seed * 1_000_003 + number));
  }

  /** Runs the body of a test method. */
  public Object call() {
    throw new UnsupportedOperationException(getClass().getName() + " needs a size");
  }

  /** Runs the body of a test method with a size. */
  public Object call(int size) {
    throw new UnsupportedOperationException(getClass().getName() + " takes no size: " + size);
  }

  /** Ends the threads that it started. */
  void close() {}

  /** Returns the figure that its limit is chosen by. */
  abstract double expected() throws Exception;

  /** Returns its limit, in the same unit. */
  abstract double limit(double expected);

  /** Returns the annotation of its test, as a user would write it. */
  abstract String annotation(double limit);

  /** Returns the parameters that were drawn, and what it counted. */
  abstract String words();

  /**
   * Returns the account.
   *
   * @param expected the figure from {@link #expected()}
   */
  abstract Account account(double expected);

  /**
   * Bounds of the figure by the body's own account.
   *
   * @param least to pass is wrong if this is over the limit
   * @param most to fail is wrong if this is not over the limit
   */
  record Account(double least, double most) {

    boolean passIsWrong(double limit) {
      return least > limit;
    }

    boolean failureIsWrong(double limit) {
      return most <= limit;
    }
  }

  /** Returns a limit in proportion to what is expected. */
  static double factor(Random random) {
    return FACTORS[random.nextInt(FACTORS.length)];
  }

  /** Returns a number between two, of which each order of magnitude is as likely. */
  static double between(Random random, double least, double most) {
    return least * Math.pow(most / least, random.nextDouble());
  }
}
