package dev.tare.internal.fork;

import java.util.List;

/**
 * The JVM of a forked test, by its differences from this JVM.
 *
 * @param home folder of its JDK or runtime; empty for that of this JVM
 * @param options options that are added to those of this JVM
 */
public record JvmChoice(String home, List<String> options) {

  /** The JDK and the options of this JVM. */
  public static final JvmChoice SAME = new JvmChoice("", List.of());

  /** Copies the list. */
  public JvmChoice {
    options = List.copyOf(options);
  }

  /** Returns whether the options set a system property. */
  boolean sets(String property) {
    return options.stream().anyMatch(option -> (option + "=").startsWith("-D" + property + "="));
  }

  /** Returns whether another JDK or further options are chosen. */
  public boolean isOther() {
    return !equals(SAME);
  }
}
