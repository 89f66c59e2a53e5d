package dev.tare.internal.agent;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** Runs the JVM's diagnostic commands, as {@code jcmd} does from outside. */
public final class DiagnosticCommand {

  private static final String BEAN = "com.sun.management:type=DiagnosticCommand";

  private DiagnosticCommand() {}

  /** Creates the JVM's platform MBean server if there is none yet, which takes about 0.1 s. */
  static void prepare() {
    ManagementFactory.getPlatformMBeanServer();
  }

  /**
   * Executes a command and returns its output, which may be an error message.
   *
   * @param operation the command's name as an MBean operation: {@code compilerQueue} for {@code
   *     Compiler.queue}
   * @throws JMException if this JVM has no such command
   */
  public static String execute(String operation, String... arguments) throws JMException {
    Object output =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName(BEAN),
                operation,
                arguments.length == 0 ? new Object[0] : new Object[] {arguments},
                arguments.length == 0 ? new String[0] : new String[] {String[].class.getName()});
    return String.valueOf(output).strip();
  }
}
