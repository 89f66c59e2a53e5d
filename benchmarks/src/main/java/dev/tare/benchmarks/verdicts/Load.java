package dev.tare.benchmarks.verdicts;

import java.util.Locale;

/** What else the machine does. */
enum Load {
  /** Nothing of ours. */
  QUIET(0),
  /** Each processor has one more thread to serve. */
  BURNER(Runtime.getRuntime().availableProcessors());

  private final int burners;

  Load(int burners) {
    this.burners = burners;
  }

  /** By its name in lower case. */
  static Load parse(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  Burners light() {
    return new Burners(burners);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
