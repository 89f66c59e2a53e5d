package dev.tare.internal.fork;

import java.util.List;
import java.util.Map;

/**
 * Test that is run again in a fresh JVM.
 *
 * @param uniqueId JUnit's unique id of the test
 * @param parameters JUnit's configuration parameters, which precede system properties
 * @param options JVM options in addition to those of this JVM
 */
public record ForkedTest(String uniqueId, Map<String, String> parameters, List<String> options) {

  /** Configuration parameter with the file in which the fresh JVM leaves its measurements. */
  public static final String REPLY = "tare.fork.reply";

  /** Copies the collections. */
  public ForkedTest {
    parameters = Map.copyOf(parameters);
    options = List.copyOf(options);
  }

  /** Creates a test that runs with the options of this JVM. */
  public ForkedTest(String uniqueId, Map<String, String> parameters) {
    this(uniqueId, parameters, List.of());
  }

  /** Returns whether the further options set a system property. */
  boolean sets(String property) {
    return options.stream().anyMatch(option -> (option + "=").startsWith("-D" + property + "="));
  }
}
