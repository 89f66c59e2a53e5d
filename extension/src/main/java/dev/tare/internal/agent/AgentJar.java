package dev.tare.internal.agent;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.Bytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.ConstPool;
import javassist.bytecode.DuplicateMemberException;
import javassist.bytecode.FieldInfo;
import javassist.bytecode.MethodInfo;

/**
 * Writes a jar with one class, which stores the {@code Instrumentation} that the JVM passes to it.
 *
 * <p>The class is generated, because its package must not belong to a module. The JVM loads the
 * class into the unnamed module of the system class loader, which would not find it if Tare's own
 * module contained the package.
 */
final class AgentJar {

  /** The agent's class; its {@code instrumentation()} returns the stored instrumentation. */
  static final String AGENT_CLASS = "dev.tare.selfloaded.SelfLoadedAgent";

  private static final int JAVA_17 = 61;
  private static final String FIELD = "instrumentation";
  private static final String TYPE = "Ljava/lang/instrument/Instrumentation;";

  private AgentJar() {}

  /** Writes the jar to a temporary file, which is deleted when the JVM exits. */
  static Path write() throws IOException {
    Path jar = Files.createTempFile("tare-agent-", ".jar");
    jar.toFile().deleteOnExit();
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest())) {
      out.putNextEntry(new ZipEntry(AGENT_CLASS.replace('.', '/') + ".class"));
      agentClass().write(new DataOutputStream(out));
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

  private static ClassFile agentClass() {
    ClassFile agent = new ClassFile(false, AGENT_CLASS, "java.lang.Object");
    agent.setMajorVersion(JAVA_17);
    agent.setAccessFlags(AccessFlag.PUBLIC | AccessFlag.FINAL | AccessFlag.SUPER);
    ConstPool pool = agent.getConstPool();
    FieldInfo field = new FieldInfo(pool, FIELD, TYPE);
    field.setAccessFlags(AccessFlag.PRIVATE | AccessFlag.STATIC | AccessFlag.VOLATILE);

    Bytecode setter = new Bytecode(pool, 1, 2);
    setter.addAload(1);
    setter.addPutstatic(AGENT_CLASS, FIELD, TYPE);
    setter.addReturn(null);

    Bytecode getter = new Bytecode(pool, 1, 0);
    getter.addGetstatic(AGENT_CLASS, FIELD, TYPE);
    getter.add(Bytecode.ARETURN);
    try {
      agent.addField(field);
      agent.addMethod(method(setter, "agentmain", "(Ljava/lang/String;" + TYPE + ")V"));
      agent.addMethod(method(getter, FIELD, "()" + TYPE));
    } catch (DuplicateMemberException e) {
      throw new IllegalStateException(e);
    }
    return agent;
  }

  private static MethodInfo method(Bytecode code, String name, String descriptor) {
    MethodInfo method = new MethodInfo(code.getConstPool(), name, descriptor);
    method.setAccessFlags(AccessFlag.PUBLIC | AccessFlag.STATIC);
    method.setCodeAttribute(code.toCodeAttribute());
    return method;
  }
}
