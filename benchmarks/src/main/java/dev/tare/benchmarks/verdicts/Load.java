package dev.tare.benchmarks.verdicts;

import java.util.Locale;

/** Other load of the machine. */
public enum Load {
  /** No load of the benchmark. */
  QUIET(0),
  /** One more busy thread for each processor. */
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
