package dev.tare.benchmarks.accounts;

import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** A body that calls a method a known number of times. */
final class CallingBody extends AccountedBody {

  static final List<Kind> KINDS =
      List.of(
          kind("static method", "Called", "still", (self, i) -> self.sum += Called.still(i)),
          kind("method of a class", "Called", "own", (self, i) -> self.sum += self.called.own(i)),
          kind("overloads", "Called", "either", (self, i) -> self.sum += self.called.either(i)),
          kind("method of an interface", "Call", "make", (self, i) -> self.of(i).make(i)),
          kind("overridden method", "Called", "make", (self, i) -> self.heir.make(i)),
          kind("method that throws", "Called", "fail", CallingBody::catchFailure),
          kind(
              "method of the JDK", "java.util.BitSet", "flip", (self, i) -> self.bits.flip(i & 63)),
          kind(
              "method of the JDK that Tare calls",
              "java.util.Objects",
              "requireNonNull",
              (self, i) -> Objects.requireNonNull(self)),
          kind("Math.sqrt", "java.lang.Math", "sqrt", (self, i) -> self.root += Math.sqrt(i)),
          kind("Math.sin", "java.lang.Math", "sin", (self, i) -> self.root += Math.sin(i)),
          kind("Math.fma", "java.lang.Math", "fma", (self, i) -> self.root += Math.fma(i, 2.0, 1)),
          kind("Math.max", "java.lang.Math", "max", (self, i) -> self.sum += Math.max(i, 7)));

  /** One call of the counted method. */
  interface Step {
    /** Makes the call. */
    void call(CallingBody body, int turn);
  }

  /** An interface whose method is counted. */
  public interface Call {
    /** A method whose calls are counted. */
    void make(int turn);
  }

  /** A class whose methods are counted. */
  public static class Called implements Call {
    private int sum;

    /** A method whose calls are counted. */
    static int still(int turn) {
      return turn ^ 5;
    }

    /** A method whose calls are counted. */
    int own(int turn) {
      return turn ^ 3;
    }

    /** A method whose calls are counted. */
    int either(int turn) {
      return turn + 1;
    }

    /** A method whose calls are counted. */
    int either(String text) {
      return text.length();
    }

    @Override
    public void make(int turn) {
      sum += turn;
    }

    /** A method whose calls are counted. */
    void fail(int turn) throws Failure {
      throw new Failure();
    }
  }

  /** Overrides a counted method and calls it. */
  public static final class Heir extends Called {
    @Override
    public void make(int turn) {
      super.make(turn + 1);
    }
  }

  private static final class Failure extends Exception {
    private static final long serialVersionUID = 1;

    Failure() {
      super(null, null, false, false);
    }
  }

  private final String type;
  private final String method;
  private final Step step;
  private final int times;
  private final double factor;
  private final int offset;
  private final Called called = new Called();
  private final Called heir = new Heir();
  private final BitSet bits = new BitSet(64);
  private int sum;
  private double root;

  private CallingBody(Random random, String type, String method, Step step) {
    this.type = type;
    this.method = method;
    this.step = step;
    this.times = (int) between(random, 1, 100_000);
    boolean atLimit = random.nextInt(3) == 0;
    this.factor = atLimit ? 1 : factor(random);
    this.offset = atLimit && random.nextBoolean() ? 1 : 0;
  }

  private static Kind kind(String name, String type, String method, Step step) {
    String known = type.contains(".") ? type : CallingBody.class.getName() + "." + type;
    return new Kind("calls: " + name, random -> new CallingBody(random, known, method, step));
  }

  private Call of(int turn) {
    return turn % 3 == 0 ? heir : called;
  }

  private static void catchFailure(CallingBody body, int turn) {
    try {
      body.called.fail(turn);
    } catch (Failure e) {
      body.sum++;
    }
  }

  @Override
  public Object call() {
    for (int i = 0; i < times; i++) {
      step.call(this, i);
    }
    return this;
  }

  @Override
  double expected() {
    return times;
  }

  @Override
  double limit(double expected) {
    return Math.max(0, Math.floor(factor * expected) - offset);
  }

  @Override
  String annotation(double limit) {
    return "@dev.tare.invocations.MaxInvocations(type = %s.class, method = \"%s\", value = %.0fL)"
        .formatted(type, method, limit);
  }

  @Override
  Account account(double expected) {
    return new Account(expected, expected);
  }

  @Override
  String words() {
    return "%d times; %d %.1f".formatted(times, sum, root);
  }
}
