package dev.tare.internal.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javassist.bytecode.AttributeInfo;
import javassist.bytecode.ClassFile;

/**
 * Source maps (JSR 45) in class files. Kotlin gives inlined code line numbers beyond the end of the
 * file, and its map has the number of lines of the file itself.
 */
public final class SourceMap {

  public static final String ATTRIBUTE = "SourceDebugExtension";

  private static final Pattern OWN_LINES = Pattern.compile("\\*L\\R1#1,(\\d{1,9}):1\\R");

  private SourceMap() {}

  /**
   * Returns whether the class file may have lost a map, because the JVM does not keep it. javac
   * writes none.
   */
  public static boolean mayBeLost(ClassFile file) {
    String source = file.getSourceFile();
    return source != null && !source.endsWith(".java") && file.getAttribute(ATTRIBUTE) == null;
  }

  /** Returns whether a line number lies beyond the end of the source file. */
  public static boolean isBeyondFile(ClassFile file, int lineNumber) {
    AttributeInfo map = file.getAttribute(ATTRIBUTE);
    if (map == null) {
      return false;
    }
    Matcher own = OWN_LINES.matcher(new String(map.get(), UTF_8));
    return own.find() && lineNumber > Integer.parseInt(own.group(1));
  }

  /**
   * Returns whether a line number lies beyond the end of the source file of a class. The map is
   * read from the class file that the thread's context class loader finds, because the JVM does not
   * keep the map of a loaded class.
   *
   * @param className the binary name of the class
   */
  public static boolean isBeyondFile(String className, int lineNumber) {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = context == null ? ClassLoader.getSystemClassLoader() : context;
    try (InputStream in = loader.getResourceAsStream(className.replace('.', '/') + ".class")) {
      return in != null && isBeyondFile(new ClassFile(new DataInputStream(in)), lineNumber);
    } catch (IOException e) {
      return false; // treated like a missing class file
    }
  }
}
