package dev.tare.internal.fork;

import java.util.Map;

/**
 * Test that is run again in a fresh JVM.
 *
 * @param uniqueId JUnit's unique id of the test
 * @param parameters JUnit's configuration parameters, which precede system properties
 */
public record ForkedTest(String uniqueId, Map<String, String> parameters) {

  /** Configuration parameter with the file in which the fresh JVM leaves its measurements. */
  public static final String REPLY = "tare.fork.reply";

  /** Copies the map. */
  public ForkedTest {
    parameters = Map.copyOf(parameters);
  }
}
