package dev.tare.internal.agent;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** The JVM's own diagnostic commands, as {@code jcmd} gives them from outside. */
public final class DiagnosticCommand {

  private static final String BEAN = "com.sun.management:type=DiagnosticCommand";

  private DiagnosticCommand() {}

  /** Has the JVM make what takes its commands, if it has not: 90 to 170 ms. */
  static void prepare() {
    ManagementFactory.getPlatformMBeanServer();
  }

  /**
   * Gives a command and answers what the JVM prints, which may be a complaint.
   *
   * @param operation its name as that of an operation: {@code compilerQueue}
   * @param arguments none for a command that takes none
   * @throws JMException if this JVM has no such command
   */
  public static String give(String operation, String... arguments) throws JMException {
    Object answer =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName(BEAN),
                operation,
                arguments.length == 0 ? new Object[0] : new Object[] {arguments},
                arguments.length == 0 ? new String[0] : new String[] {String[].class.getName()});
    return String.valueOf(answer).strip();
  }
}
