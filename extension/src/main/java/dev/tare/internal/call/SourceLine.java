package dev.tare.internal.call;

import dev.tare.internal.agent.weave.ClassFiles;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import javassist.bytecode.ClassFile;
import javassist.bytecode.MethodInfo;

/** Reads the first line of a method from its class file. */
public final class SourceLine {

  private static final int UNKNOWN = -1;

  private SourceLine() {}

  /**
   * Returns a stack frame of the method at its first line. The frame has no line number if none can
   * be read.
   */
  public static StackTraceElement of(Method method) {
    Class<?> owner = method.getDeclaringClass();
    String type = owner.getName();
    try {
      ClassFile file = ClassFiles.beside(owner, type.substring(type.lastIndexOf('.') + 1));
      if (file != null) {
        return new StackTraceElement(
            type, method.getName(), file.getSourceFile(), line(file, method));
      }
    } catch (IOException | RuntimeException e) {
      // a frame without a line still names the method
    }
    return new StackTraceElement(type, method.getName(), null, UNKNOWN);
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
