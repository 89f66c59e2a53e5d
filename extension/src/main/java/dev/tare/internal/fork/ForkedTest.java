package dev.tare.internal.fork;

import java.util.Map;

/**
 * One test that is to be run again.
 *
 * @param uniqueId under which JUnit finds it, and it alone
 * @param parameters JUnit's configuration parameters, which go before system properties
 */
public record ForkedTest(String uniqueId, Map<String, String> parameters) {

  /** The parameter that tells the test in the fresh JVM where to leave what it measured. */
  public static final String REPLY = "tare.fork.reply";

  /** Copies the map. */
  public ForkedTest {
    parameters = Map.copyOf(parameters);
  }
}
