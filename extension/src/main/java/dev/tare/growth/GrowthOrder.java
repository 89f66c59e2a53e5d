package dev.tare.growth;

import dev.tare.unit.Power;
import org.apiguardian.api.API;

/** Fastest growth of a cost with the size n. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum GrowthOrder {

  /** No growth. For bytes only: measured times of n and of 2 n always differ a little. */
  CONSTANT,

  /** Slower than n: log n, the square root of n. */
  SUBLINEAR,

  /** Proportional to n or n log n, which measured times do not distinguish. */
  LINEAR,

  /** Proportional to n squared. */
  QUADRATIC,

  /** Proportional to n cubed. */
  CUBIC;

  /** Returns the limit of the fitted exponent of n. */
  Power limit() {
    return switch (this) {
      case CONSTANT -> Power.CONSTANT;
      case SUBLINEAR -> Power.SUBLINEAR;
      case LINEAR -> Power.LINEAR;
      case QUADRATIC -> Power.QUADRATIC;
      case CUBIC -> Power.CUBIC;
    };
  }
}
