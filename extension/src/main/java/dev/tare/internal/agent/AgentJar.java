package dev.tare.internal.agent;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * Writes a jar with one class, which stores the {@code Instrumentation} that the JVM passes to it.
 *
 * <p>The class is {@link Premain} under another name, because its package must not belong to a
 * module. The JVM loads the class into the unnamed module of the system class loader, which would
 * not find it if Tare's own module contained the package.
 */
final class AgentJar {

  /** The agent's class; its {@code instrumentation()} returns the stored instrumentation. */
  static final String AGENT_CLASS = "dev.tare.selfloaded.SelfLoadedAgent";

  private AgentJar() {}

  /** Writes the jar to a temporary file, which is deleted when the JVM exits. */
  static Path write() throws IOException {
    Path jar = Files.createTempFile("tare-agent-", ".jar");
    jar.toFile().deleteOnExit();
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest())) {
      out.putNextEntry(new ZipEntry(AGENT_CLASS.replace('.', '/') + ".class"));
      out.write(agentClass());
      out.closeEntry();
    } catch (IOException e) {
      Files.deleteIfExists(jar);
      throw e;
    }
    return jar;
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

  /** Returns the class file of {@link Premain} with another name in its constant pool. */
  private static byte[] agentClass() throws IOException {
    String file = Premain.class.getSimpleName() + ".class";
    try (InputStream in = Premain.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IOException("no " + file + " beside Tare's other classes");
      }
      return new String(in.readAllBytes(), ISO_8859_1)
          .replace(constant(Premain.class.getName()), constant(AGENT_CLASS))
          .getBytes(ISO_8859_1);
    }
  }

  /** Returns a class's name as a constant pool has it: after its length, in two bytes. */
  private static String constant(String className) {
    return ""
        + (char) (className.length() >> 8)
        + (char) (className.length() & 0xFF)
        + className.replace('.', '/');
  }
}
