package dev.tare.internal.attach;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Loads the agent into another JVM. Only this class uses the attach API. */
final class AttachableJvm {

  private AttachableJvm() {}

  /**
   * Loads the agent jar into a process, which starts a recording there.
   *
   * @param options as for {@code -javaagent:}
   */
  static void load(long pid, Path jar, String options) {
    ProcessHandle process =
        ProcessHandle.of(pid)
            .orElseThrow(
                () ->
                    new RefusedException(
                        RefusedException.NO_PROCESS,
                        "there is no process %s; jps lists the JVMs of this user".formatted(pid)));
    Optional<String> user = process.info().user();
    if (user.isPresent() && !user.equals(ProcessHandle.current().info().user())) {
      throw refused(
          "process %s belongs to the user %s; run the command as that user", pid, user.get());
    }
    VirtualMachine jvm = attach(pid);
    try {
      jvm.loadAgent(jar.toString(), options + Entry.JAR + jar);
      jvm.detach();
    } catch (AgentLoadException | AgentInitializationException | IOException e) {
      throw refused("process %s does not load the agent: %s", pid, String.valueOf(e.getMessage()));
    }
  }

  private static VirtualMachine attach(long pid) {
    try {
      return VirtualMachine.attach(Long.toString(pid));
    } catch (AttachNotSupportedException | IOException e) {
      throw refused(
          "process %s does not accept agents: it is no JVM, or has -XX:+DisableAttachMechanism (%s)",
          pid, String.valueOf(e.getMessage()));
    }
  }

  private static RefusedException refused(String form, Object... values) {
    return new RefusedException(
        RefusedException.NOT_ATTACHED, String.format(Locale.ROOT, form, values));
  }
}
