package dev.tare.internal.agent;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.internal.agent.Agent.AgentAccess.Granted;
import dev.tare.internal.agent.Agent.AgentAccess.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/**
 * Loads an agent into the running JVM without a second process or the attach API.
 *
 * <p>It uses the JVM's diagnostic command {@code JVMTI.agent_load}. The agent is a jar of one class
 * that is written on demand, so that this also works from a folder of classes. Up to Java 20
 * loading is silent. From 21 on, the JVM prints a warning unless {@code
 * -XX:+EnableDynamicAgentLoading} is given (JEP 451); if the option is switched off, the command
 * returns a message instead of throwing.
 */
final class SelfLoad {

  static final String HOTSPOT_REMEDY = "run on a HotSpot JVM, or set tare.enabled=false";

  private static final String AGENT_CLASS = Premain.class.getName();
  private static final String JAVAAGENT = "-javaagent: and the jar tare-junit-jupiter";
  private static final String ENABLE_LOADING = "-XX:+EnableDynamicAgentLoading";

  private static final AtomicBoolean PREPARATION_STARTED = new AtomicBoolean();
  private static @Nullable Path jar;

  private SelfLoad() {}

  /** Starts {@link #prepare()} in a thread of its own, at most once. */
  static void prepareAhead() {
    if (!PREPARATION_STARTED.getAndSet(true)) {
      Thread thread = new Thread(SelfLoad::tryToPrepare, "tare-agent");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void tryToPrepare() {
    try {
      if (Agent.granted().isEmpty()) {
        prepare();
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // access() runs into the same failure and reports it
    }
  }

  /**
   * Starts the platform MBean server and writes the jar, once. This takes about nine tenths of the
   * loading time and causes no warning. Concurrent callers wait.
   */
  private static synchronized Path prepare() throws IOException {
    if (jar == null) {
      DiagnosticCommand.prepare();
      jar = write();
    }
    return jar;
  }

  /** Loads the agent, and returns the instrumentation that the JVM passes to it. */
  static AgentAccess access() {
    String output;
    try {
      output = load(prepare());
    } catch (IOException e) {
      return new Refused(
          "no agent can be written to the temporary folder: " + e,
          "let java.io.tmpdir name a folder that can be written to, or add " + JAVAAGENT);
    } catch (JMException | RuntimeException e) {
      return refused(e.toString());
    }
    return Agent.granted().<AgentAccess>map(Granted::new).orElseGet(() -> refused(output));
  }

  /**
   * Loads the agent and returns the JVM's output, which is no reliable sign of success. Then
   * deletes the jar, which a killed JVM would leave behind; Windows deletes it at the end of the
   * JVM.
   */
  private static String load(Path jar) throws JMException {
    try {
      // quoted, because the command splits its arguments at spaces
      return DiagnosticCommand.execute("jvmtiAgentLoad", '"' + jar.toString() + '"');
    } finally {
      boolean unused = jar.toFile().delete();
    }
  }

  private static Refused refused(String output) {
    String remedy = "add " + ENABLE_LOADING + " to the JVM's arguments, or " + JAVAAGENT;
    return new Refused("this JVM does not accept an agent: " + output, remedy);
  }

  /**
   * Writes a jar with {@link Premain} to a temporary file, which is deleted when the JVM exits.
   *
   * <p>The JVM finds the class by its name through the system class loader: in Tare's own jar or
   * module if that is there, else in this jar.
   */
  private static Path write() throws IOException {
    Path written = Files.createTempFile("tare-agent-", ".jar");
    written.toFile().deleteOnExit();
    String file = Premain.class.getSimpleName() + ".class";
    try (InputStream agent = Premain.class.getResourceAsStream(file);
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(written), manifest())) {
      out.putNextEntry(new ZipEntry(AGENT_CLASS.replace('.', '/') + ".class"));
      requireNonNull(agent).transferTo(out);
      out.closeEntry();
    } catch (IOException e) {
      Files.deleteIfExists(written);
      throw e;
    }
    return written;
  }

  private static Manifest manifest() {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Agent-Class", AGENT_CLASS);
    attributes.putValue("Can-Redefine-Classes", "true");
    attributes.putValue("Can-Retransform-Classes", "true");
    return manifest;
  }
}
