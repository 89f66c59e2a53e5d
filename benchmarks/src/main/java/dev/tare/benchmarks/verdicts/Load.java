package dev.tare.benchmarks.verdicts;

import java.util.Locale;

/** What else the machine does. */
public enum Load {
  /** Nothing of ours. */
  QUIET(0),
  /** Each processor has one more thread to serve. */
  BURNER(Runtime.getRuntime().availableProcessors());

  private final int burners;

  Load(int burners) {
    this.burners = burners;
  }

  /** Returns the load of a name in lower case. */
  public static Load parse(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  /** Starts what else the machine does; it ends when it is put out. */
  public Burners light() {
    return new Burners(burners);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
