package dev.tare.internal.agent;

import dev.tare.internal.agent.boot.Recorder;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import javassist.bytecode.ClassFile;

/**
 * The recorder's copy in {@code java.lang}, the only package that every class loader and every
 * module is sure to see. It is defined once in a JVM and stays.
 */
final class RecorderClass {

  /** A recorder with other hooks needs another name, as two versions of Tare may meet in a JVM. */
  static final String NAME = "java.lang.TareRecorder";

  private RecorderClass() {}

  /**
   * Defines it, or finds it defined.
   *
   * @throws ReflectiveOperationException if {@code java.lang} is not open to us
   */
  static synchronized Class<?> get() throws ReflectiveOperationException, IOException {
    try {
      return Class.forName(NAME, true, null);
    } catch (ClassNotFoundException e) {
      return MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup())
          .defineClass(bytes());
    }
  }

  private static byte[] bytes() throws IOException {
    String resource = Recorder.class.getSimpleName() + ".class";
    try (InputStream in = Recorder.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("no class file of " + Recorder.class.getName());
      }
      ClassFile file = new ClassFile(new DataInputStream(new BufferedInputStream(in)));
      file.setName(NAME);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      file.write(new DataOutputStream(bytes));
      return bytes.toByteArray();
    }
  }
}
