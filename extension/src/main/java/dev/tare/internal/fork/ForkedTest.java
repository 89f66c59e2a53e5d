package dev.tare.internal.fork;

import java.util.Map;

/**
 * Test that is run again in a fresh JVM.
 *
 * @param uniqueId JUnit's unique id of the test
 * @param parameters JUnit's configuration parameters, which precede system properties
 * @param jvm the JVM that runs it
 */
public record ForkedTest(String uniqueId, Map<String, String> parameters, JvmChoice jvm) {

  /** Configuration parameter with the file in which the fresh JVM leaves its measurements. */
  public static final String REPLY = "tare.fork.reply";

  /** Copies the map. */
  public ForkedTest {
    parameters = Map.copyOf(parameters);
  }

  /** Creates a test that runs with the JDK and the options of this JVM. */
  public ForkedTest(String uniqueId, Map<String, String> parameters) {
    this(uniqueId, parameters, JvmChoice.SAME);
  }
}
