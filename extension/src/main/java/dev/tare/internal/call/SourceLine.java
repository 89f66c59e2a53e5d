package dev.tare.internal.call;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import javassist.bytecode.ClassFile;
import javassist.bytecode.MethodInfo;
import org.jspecify.annotations.Nullable;

/** Reads the first line of a method from its class file. */
public final class SourceLine {

  private static final int UNKNOWN = -1;

  private SourceLine() {}

  /**
   * Returns a stack frame of the method at its first line. The frame has no line number if none can
   * be read.
   */
  public static StackTraceElement of(Method method) {
    String type = method.getDeclaringClass().getName();
    try {
      ClassFile file = read(method.getDeclaringClass());
      if (file != null) {
        return new StackTraceElement(
            type, method.getName(), file.getSourceFile(), line(file, method));
      }
    } catch (IOException | RuntimeException e) {
      // a frame without a line still names the method
    }
    return new StackTraceElement(type, method.getName(), null, UNKNOWN);
  }

  private static @Nullable ClassFile read(Class<?> type) throws IOException {
    String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
    try (InputStream bytes = type.getResourceAsStream(file)) {
      return bytes == null ? null : new ClassFile(new DataInputStream(bytes));
    }
  }

  private static int line(ClassFile file, Method method) {
    String descriptor =
        MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .toMethodDescriptorString();
    for (MethodInfo info : file.getMethods()) {
      if (info.getName().equals(method.getName()) && info.getDescriptor().equals(descriptor)) {
        return info.getLineNumber(0);
      }
    }
    return UNKNOWN;
  }
}
