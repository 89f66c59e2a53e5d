package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.security.ProtectionDomain;
import javassist.bytecode.Bytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;
import org.jspecify.annotations.Nullable;

/**
 * A hook at the end of {@code Thread.exit()}, which adds up the bytes that each new thread has
 * allocated when it ends. The sum is independent of the JVM's process total.
 */
final class ThreadExits implements AutoCloseable {

  private static final String HOOK = "java.lang.TareThreadExit";

  private final Instrumentation instrumentation =
      ((AgentAccess.Granted) Agent.access()).instrumentation();
  private final Exits exits;

  /** Receives the hook's call through a type of {@code java.lang}. */
  private static final class Exits implements Runnable {

    private final ThreadMXBean bean;
    private long newestIgnoredId;
    private long bytes;

    Exits(ThreadMXBean bean) {
      this.bean = bean;
    }

    @Override
    public synchronized void run() {
      if (Thread.currentThread().getId() <= newestIgnoredId) {
        return; // an older thread, such as an idle worker of JUnit's pool
      }
      bytes += bean.getCurrentThreadAllocatedBytes();
    }
  }

  ThreadExits(ThreadMXBean bean) throws Exception {
    exits = new Exits(bean);
    exits.run(); // links what it needs on first use
    hook().getField("exits").set(null, exits);
    instrument(true);
  }

  /** Resets the sums; from now on only threads that are created later count. */
  void reset() {
    synchronized (exits) {
      exits.newestIgnoredId = new Thread().getId();
      exits.bytes = 0;
    }
  }

  /** Returns the bytes of the threads that have ended. */
  long bytes() {
    synchronized (exits) {
      return exits.bytes;
    }
  }

  @Override
  public void close() throws UnmodifiableClassException {
    instrument(false);
  }

  private void instrument(boolean hooked) throws UnmodifiableClassException {
    ClassFileTransformer transformer = new Transformer(hooked);
    instrumentation.addTransformer(transformer, true);
    try {
      instrumentation.retransformClasses(Thread.class);
    } finally {
      instrumentation.removeTransformer(transformer);
    }
  }

  /**
   * Returns the generated class {@code public final class java.lang.TareThreadExit { public static
   * Runnable exits; … }}.
   */
  private static Class<?> hook() throws Exception {
    try {
      return Class.forName(HOOK, true, null);
    } catch (ClassNotFoundException e) {
      ClassFile file = new ClassFile(false, HOOK, "java.lang.Object");
      file.setMajorVersion(61);
      file.setAccessFlags(0x0001 | 0x0010 | 0x0020);
      var field =
          new javassist.bytecode.FieldInfo(file.getConstPool(), "exits", "Ljava/lang/Runnable;");
      field.setAccessFlags(0x0001 | 0x0008 | 0x0040);
      file.addField(field);
      return MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup())
          .defineClass(bytes(file));
    }
  }

  private static byte[] bytes(ClassFile file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    file.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private record Transformer(boolean hooked) implements ClassFileTransformer {

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String name,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      if (redefined != Thread.class || !hooked) {
        return null;
      }
      try {
        ClassFile file = new ClassFile(new DataInputStream(new ByteArrayInputStream(bytes)));
        MethodInfo exit = file.getMethod("exit");
        CodeIterator code = exit.getCodeAttribute().iterator();
        Bytecode call = new Bytecode(file.getConstPool());
        call.addGetstatic(HOOK, "exits", "Ljava/lang/Runnable;");
        call.addInvokeinterface("java/lang/Runnable", "run", "()V", 1);
        while (code.hasNext()) {
          int at = code.next();
          if (code.byteAt(at) == Opcode.RETURN) {
            code.insertAt(at, call.get());
          }
        }
        exit.getCodeAttribute().setMaxStack(exit.getCodeAttribute().getMaxStack() + 1);
        return bytes(file);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
