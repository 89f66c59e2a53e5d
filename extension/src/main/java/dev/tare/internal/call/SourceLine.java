package dev.tare.internal.call;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.agent.weave.ClassFiles;
import java.io.IOException;
import java.lang.reflect.Method;
import javassist.bytecode.ClassFile;

/** Reads the first line of a method from its class file. */
public final class SourceLine {

  private static final int UNKNOWN = -1;

  private SourceLine() {}

  /**
   * Returns a stack frame of the method at the first line of the methods of its name. The frame has
   * no line number if none can be read.
   */
  public static StackTraceElement of(Method method) {
    Class<?> owner = method.getDeclaringClass();
    String type = owner.getName();
    try {
      ClassFile file =
          requireNonNull(ClassFiles.beside(owner, type.substring(type.lastIndexOf('.') + 1)));
      int line = requireNonNull(file.getMethod(method.getName())).getLineNumber(0);
      return new StackTraceElement(type, method.getName(), file.getSourceFile(), line);
    } catch (IOException | RuntimeException e) {
      // a frame without a line still names the method
      return new StackTraceElement(type, method.getName(), null, UNKNOWN);
    }
  }
}
