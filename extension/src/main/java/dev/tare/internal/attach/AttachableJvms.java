package dev.tare.internal.attach;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import dev.tare.internal.agent.AgentAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Lists the JVMs of this machine and loads the agent into them. Only this class uses the attach
 * API.
 */
final class AttachableJvms {

  private static final int OLDEST_JAVA = 17;

  private AttachableJvms() {}

  /** Returns one line for each other JVM of this user: its process id and what it runs. */
  static List<String> list() {
    long own = ProcessHandle.current().pid();
    return VirtualMachine.list().stream()
        .filter(jvm -> !jvm.id().equals(Long.toString(own)))
        .sorted(
            Comparator.comparingLong((VirtualMachineDescriptor jvm) -> Long.parseLong(jvm.id())))
        .map(
            jvm ->
                String.format(Locale.ROOT, "%8s  %s", jvm.id(), jvm.displayName()).stripTrailing())
        .toList();
  }

  /**
   * Loads the agent jar into a process, which starts a recording there.
   *
   * @param options as for {@code -javaagent:}
   */
  static void load(long pid, Path jar, String options) throws RefusedException {
    if (pid == ProcessHandle.current().pid()) {
      throw new RefusedException(
          ExitCode.NOT_ATTACHED,
          "process %s is this command itself; give another process id".formatted(pid));
    }
    if (ProcessHandle.of(pid).isEmpty()) {
      throw new RefusedException(
          ExitCode.NO_PROCESS,
          "there is no process %s; without arguments the JVMs are listed".formatted(pid));
    }
    try (AttachedJvm attached = new AttachedJvm(attach(pid))) {
      VirtualMachine jvm = attached.jvm();
      requireJava(pid, jvm.getSystemProperties().getProperty("java.specification.version", "0"));
      jvm.loadAgent(jar.toString(), options + Entry.JAR + jar);
    } catch (AgentLoadException | AgentInitializationException e) {
      throw notLoaded(pid, e);
    } catch (IOException e) {
      throw ProcessHandle.of(pid).isEmpty()
          ? new RefusedException(ExitCode.ENDED, "process %s has ended".formatted(pid), e)
          : notLoaded(pid, e);
    }
  }

  private static VirtualMachine attach(long pid) throws RefusedException {
    try {
      return VirtualMachine.attach(Long.toString(pid));
    } catch (AttachNotSupportedException | IOException e) {
      throw new RefusedException(
          ExitCode.NOT_ATTACHED,
          "process %s does not accept agents: it is no JVM, belongs to another user, or has -XX:+DisableAttachMechanism (%s)"
              .formatted(pid, e.getMessage()),
          e);
    }
  }

  /** Refuses a JVM that is older than Java 17, for which the agent is compiled. */
  static void requireJava(long pid, String specification) throws RefusedException {
    // the specification version is a number: 1.8, 11, 17
    double version = Double.parseDouble(specification);
    if (version < OLDEST_JAVA) {
      throw new RefusedException(
          ExitCode.NOT_ATTACHED,
          "process %s runs Java %s; the agent needs %s or newer"
              .formatted(pid, specification, OLDEST_JAVA));
    }
  }

  static RefusedException notLoaded(long pid, Exception e) {
    String message = String.valueOf(e.getMessage());
    String remedy = "";
    if (message.contains("not enabled") || message.contains("EnableDynamicAgentLoading")) {
      remedy = "; start it with -XX:+EnableDynamicAgentLoading, or with -javaagent: and this jar";
    } else if (message.contains("JAR not found")) {
      remedy = "; its user must be able to read the agent jar, or the temporary folder";
    }
    return new RefusedException(
        ExitCode.NOT_ATTACHED,
        "process %s does not load the agent: %s%s"
            .formatted(pid, AgentAccess.clause(message), remedy),
        e);
  }

  private record AttachedJvm(VirtualMachine jvm) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      jvm.detach();
    }
  }
}
