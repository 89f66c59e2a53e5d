package dev.tare.internal.agent.record;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.List;

/**
 * The agent with which Mockito, or another library with Byte Buddy, changes the classes that it
 * mocks.
 *
 * <p>A mock's call skips all code that the library finds in the method, hooks included, so classes
 * must be woven after the library has changed them. The JVM passes a class to the agents in the
 * order in which they were started, and to the transformers of one agent in the order in which they
 * were added. So a transformer for classes with mocks is added to the library's agent.
 */
final class MockitoAgent {

  /**
   * Classes whose method {@code getInstrumentation()} returns the handle of such an agent: of
   * Mockito on the command line, and of Byte Buddy, which Mockito and MockK start otherwise.
   */
  private static final List<String> HOLDERS =
      List.of("org.mockito.internal.PremainAttach", "net.bytebuddy.agent.Installer");

  /** A class that Mockito defines in the boot loader when it starts to mock classes inline. */
  private static final String DISPATCHER =
      "org.mockito.internal.creation.bytebuddy.inject.MockMethodDispatcher";

  private MockitoAgent() {}

  /** Returns whether Mockito can mock classes inline. */
  static boolean isStarted() {
    try {
      Class.forName(DISPATCHER, false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Returns the handle of the agent that mocks classes, or Tare's own if there is none. */
  static Instrumentation instrumentationOr(Instrumentation own) {
    for (String holder : HOLDERS) {
      try {
        Object handle =
            Class.forName(holder, false, ClassLoader.getSystemClassLoader())
                .getMethod("getInstrumentation")
                .invoke(null);
        if (handle instanceof Instrumentation other && other.isRetransformClassesSupported()) {
          return other;
        }
      } catch (InvocationTargetException e) {
        // Byte Buddy's agent has not been started
      } catch (ReflectiveOperationException | LinkageError e) {
        // the library is not there, or a version without this class
      }
    }
    return own;
  }
}
