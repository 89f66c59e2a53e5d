package dev.tare.internal.agent.record;

import java.lang.instrument.Instrumentation;
import java.util.Arrays;

/**
 * The agent with which Mockito changes the classes that it mocks.
 *
 * <p>A mock's call skips all code that Mockito finds in the method, hooks included, so classes must
 * be woven after Mockito has changed them. The JVM passes a class to the agents in the order in
 * which they were started, and to the transformers of one agent in the order in which they were
 * added. So a transformer for classes with mocks is added to Mockito's agent, if that was started
 * after Tare's.
 */
final class MockitoAgent {

  /** The class through which Byte Buddy's agent, which Mockito starts, returns its handle. */
  private static final String INSTALLER = "net.bytebuddy.agent.Installer";

  /** A class that Mockito defines when it starts to mock classes inline. */
  private static final String DISPATCHER =
      "org.mockito.internal.creation.bytebuddy.inject.MockMethodDispatcher";

  private MockitoAgent() {}

  /** Returns whether Mockito can mock classes inline. */
  static boolean isStarted(Class<?>[] loaded) {
    return Arrays.stream(loaded).anyMatch(type -> type.getName().equals(DISPATCHER));
  }

  /**
   * Returns the handle of the agent that Mockito has started, or Tare's own if it has started none.
   * If Mockito is an agent on the command line, Tare's was started later, unless it is on the
   * command line too.
   */
  static Instrumentation instrumentationOr(Instrumentation own) {
    if (!isStarted(own.getAllLoadedClasses())) {
      return own;
    }
    try {
      Class<?> installer = Class.forName(INSTALLER, false, ClassLoader.getSystemClassLoader());
      return (Instrumentation) installer.getMethod("getInstrumentation").invoke(null);
    } catch (ReflectiveOperationException e) {
      return own; // Byte Buddy's agent has not been started
    }
  }
}
