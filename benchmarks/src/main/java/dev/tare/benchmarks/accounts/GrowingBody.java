package dev.tare.benchmarks.accounts;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** A body whose bytes or time grow with a size: a constant and something that grows. */
final class GrowingBody extends AccountedBody {

  static final List<Kind> KINDS =
      List.of(
          bytes("a constant", 0, n -> 1),
          bytes("sqrt n", 1, Math::sqrt),
          bytes("n", 2, n -> n),
          bytes("n log n", 2, n -> n * Math.log(n)),
          bytes("n^2", 3, n -> n * n),
          bytes("n^3", 4, n -> n * n * n),
          time("sqrt n", 1, Math::sqrt),
          time("n", 2, n -> n),
          time("n log n", 2, n -> n * Math.log(n)),
          time("n^2", 3, n -> n * n));

  private static final List<String> ORDERS =
      List.of("CONSTANT", "SUBLINEAR", "LINEAR", "QUADRATIC");

  private static final int CHUNK = 65_536;

  private static volatile Object garbage = "";

  private final boolean isTime;
  private final DoubleUnaryOperator growing;
  private final int order;
  private final int limit;
  private final int first;
  private final double factor;
  private final double constant;
  private final TimedBody units;

  /** Creates a body whose largest size takes at most 3 ms, or allocates at most 20 MB. */
  private GrowingBody(Random random, boolean isTime, int order, DoubleUnaryOperator growing) {
    this.isTime = isTime;
    this.order = order;
    this.growing = growing;
    this.first = 20 + random.nextInt(100);
    this.limit = isTime ? 1 + random.nextInt(3) : random.nextInt(ORDERS.size());
    double most = isTime ? 1_500 : 20e6;
    double largest = most * between(random, 0.05, 1);
    this.factor = largest / growing.applyAsDouble(16.0 * first);
    // none, or 0.1 to 10 times what the middle size adds
    this.constant =
        random.nextInt(3) == 0
            ? 0
            : between(random, 0.1, 10) * factor * growing.applyAsDouble(4.0 * first);
    this.units = new TimedBody(random, 0, "", (body, call) -> body.spin(1));
  }

  private static Kind bytes(String name, int order, DoubleUnaryOperator growing) {
    return new Kind(
        "growth of bytes: " + name, random -> new GrowingBody(random, false, order, growing));
  }

  private static Kind time(String name, int order, DoubleUnaryOperator growing) {
    return new Kind(
        "growth of time: " + name, random -> new GrowingBody(random, true, order, growing));
  }

  private int cost(int size) {
    return (int) (constant + factor * growing.applyAsDouble(size));
  }

  @Override
  public Object call(int size) {
    int cost = cost(size);
    if (isTime) {
      units.spin(Math.max(1, cost));
    } else {
      for (int left = cost; left > 0; left -= CHUNK) {
        garbage = new byte[Math.min(left, CHUNK)];
      }
    }
    return this;
  }

  @Override
  double expected() {
    return order;
  }

  @Override
  double limit(double expected) {
    return limit;
  }

  @Override
  String annotation(double limit) {
    return String.format(
        Locale.ROOT,
        "@dev.tare.growth.Growth(sizes = {%d, %d, %d, %d, %d}, of = dev.tare.growth.Cost.%s,"
            + " atMost = dev.tare.growth.GrowthOrder.%s%s)",
        first,
        2 * first,
        4 * first,
        8 * first,
        16 * first,
        isTime ? "TIME" : "ALLOCATED",
        ORDERS.get((int) limit),
        isTime ? ", warmupTime = \"1.5 s\", measurementTime = \"2 s\"" : "");
  }

  @Override
  Account account(double expected) {
    return new Account(order, order);
  }

  @Override
  String words() {
    return String.format(
        Locale.ROOT,
        "%s: %d at the first size, %d at the last",
        isTime ? "units" : "bytes",
        cost(first),
        cost(16 * first));
  }
}
