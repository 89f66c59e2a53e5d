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

  /** Characters of jar and options that HotSpot accepts before Java 24. */
  private static final int MAX_LENGTH = 1_024;

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
    String agentOptions = options + Entry.JAR + jar;
    try {
      jvm.loadAgent(jar.toString(), agentOptions);
      jvm.detach();
    } catch (AgentLoadException | AgentInitializationException | IOException e) {
      throw refused(
          "process %s does not load the agent: %s%s",
          pid, String.valueOf(e.getMessage()), remedy(jar + "=" + agentOptions));
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

  /**
   * Returns the remedy for options that are too long, as a part of a sentence; empty for others.
   */
  static String remedy(String argument) {
    return argument.length() <= MAX_LENGTH
        ? ""
        : "; its options may have too many characters: choose fewer patterns with *, or a jar with a"
            + " shorter path";
  }

  private static RefusedException refused(String form, Object... values) {
    return new RefusedException(
        RefusedException.NOT_ATTACHED, String.format(Locale.ROOT, form, values));
  }
}
