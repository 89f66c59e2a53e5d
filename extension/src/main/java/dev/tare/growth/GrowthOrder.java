package dev.tare.growth;

import dev.tare.unit.Power;
import org.apiguardian.api.API;

/** How fast a cost may grow with the size n. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum GrowthOrder {

  /** Not at all. Only bytes can tell: measured times of n and of 2 n always differ a little. */
  CONSTANT,

  /** Slower than n: log n, the square root of n. */
  SUBLINEAR,

  /** As n or n log n, which no measurement of time tells apart. */
  LINEAR,

  /** As n squared. */
  QUADRATIC;

  Power most() {
    return switch (this) {
      case CONSTANT -> Power.CONSTANT;
      case SUBLINEAR -> Power.SUBLINEAR;
      case LINEAR -> Power.LINEAR;
      case QUADRATIC -> Power.QUADRATIC;
    };
  }
}
