package dev.tare.internal.agent;

import dev.tare.internal.agent.AgentAccess.Granted;
import dev.tare.internal.agent.AgentAccess.Refused;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/**
 * Lets the JVM load an agent into itself, with no second process and no tools interface.
 *
 * <p>The JVM's own diagnostic command {@code JVMTI.agent_load} does it. The agent is a jar of one
 * class, written when it is needed, so that this works from a folder of classes too. Up to Java 20
 * it is silent; from 21 on the JVM prints a warning unless {@code -XX:+EnableDynamicAgentLoading}
 * is given (JEP 451), and where the option is switched off it answers a text instead of throwing.
 */
final class SelfLoad {

  static final String HOTSPOT = "run on a HotSpot JVM, or set tare.enabled=false";

  private static final String ALLOW = "-XX:+EnableDynamicAgentLoading";

  private static final AtomicBoolean AHEAD = new AtomicBoolean();
  private static @Nullable Path jar;

  private SelfLoad() {}

  /** Begins to prepare, in a thread of its own. */
  static void prepareAhead() {
    if (!AHEAD.getAndSet(true)) {
      Thread thread = new Thread(SelfLoad::tryToPrepare, "tare-agent");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void tryToPrepare() {
    try {
      if (Agent.handedTo(Premain.class.getName())
          .or(() -> Agent.handedTo(AgentJar.AGENT_CLASS))
          .isEmpty()) {
        prepare();
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // who needs it meets that too
    }
  }

  /**
   * Nine tenths of the time, and nothing that the JVM would warn of. Once, unless the jar has been
   * deleted; others wait for it.
   */
  private static synchronized Path prepare() throws IOException {
    if (jar == null || !Files.exists(jar)) {
      DiagnosticCommand.prepare();
      jar = AgentJar.write();
    }
    return jar;
  }

  static AgentAccess access() {
    Optional<Instrumentation> earlier = Agent.handedTo(AgentJar.AGENT_CLASS);
    if (earlier.isPresent()) {
      return new Granted(earlier.get());
    }
    String answer;
    try {
      answer = load(prepare());
    } catch (IOException e) {
      return new Refused(
          "no agent can be written to the temporary folder: " + e,
          "let java.io.tmpdir name a folder that can be written to, or add -javaagent:" + ownJar());
    } catch (JMException | RuntimeException e) {
      return refused(e.toString());
    }
    return Agent.handedTo(AgentJar.AGENT_CLASS)
        .<AgentAccess>map(Granted::new)
        .orElseGet(() -> refused(answer));
  }

  /** Answers what the JVM says to it, which is no reliable sign of success. */
  private static String load(Path jar) throws JMException {
    // the command splits its arguments at spaces
    return DiagnosticCommand.give("jvmtiAgentLoad", '"' + jar.toString() + '"');
  }

  private static Refused refused(String answer) {
    String remedy = "add " + ALLOW + " to the JVM's arguments, or -javaagent:" + ownJar();
    return new Refused("this JVM does not let an agent in: " + answer, remedy);
  }

  /** Where this class was loaded from if that is a jar, else a jar's name as an example. */
  private static String ownJar() {
    try {
      Path source =
          Path.of(SelfLoad.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isRegularFile(source)) {
        return source.toString();
      }
    } catch (Exception e) {
      // no file behind this class: the name must do
    }
    return "tare-junit-jupiter.jar";
  }
}
