package dev.tare.internal.agent;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import javax.management.JMException;
import javax.management.ObjectName;

/** Runs the JVM's diagnostic commands and reads its flags, as {@code jcmd} does from outside. */
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

  /** Returns the current value of a flag of this JVM; empty if it has no such flag. */
  public static Optional<String> flag(String name) {
    HotSpotDiagnosticMXBean bean =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      return bean == null ? Optional.empty() : Optional.of(bean.getVMOption(name).getValue());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns whether a boolean flag is on; false if this JVM has no such flag. */
  public static boolean isOn(String flag) {
    return flag(flag).map(Boolean::parseBoolean).orElse(false);
  }
}
