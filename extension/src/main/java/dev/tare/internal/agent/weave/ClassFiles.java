package dev.tare.internal.agent.weave;

import dev.tare.internal.agent.JdkModules;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javassist.bytecode.AttributeInfo;
import javassist.bytecode.ClassFile;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.MethodParametersAttribute;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes class files, and restores the parameter names that {@code javac -parameters} has
 * written into them.
 *
 * <p>Some JVMs, 17 among them, omit the names from the class file that a transformer receives
 * (JDK-8240908), so that a retransformed class loses them for good. Frameworks read them; JUnit
 * uses them for display names.
 */
public final class ClassFiles {

  private ClassFiles() {}

  public static ClassFile read(byte[] bytes) throws IOException {
    return new ClassFile(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  public static byte[] write(ClassFile file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    file.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  /**
   * Restores the parameter names from the class file on disk.
   *
   * @return whether any were restored
   */
  public static boolean restoreNames(ClassFile file, @Nullable ClassLoader loader) {
    List<MethodInfo> methods = file.getMethods();
    if (loader == null
        || JdkModules.isJdkLoader(loader) // the JDK is compiled without names
        || methods.stream().noneMatch(ClassFiles::mayHaveLost)) {
      return false;
    }
    Map<String, AttributeInfo> names = readFromDisk(file.getName(), loader);
    boolean restored = false;
    for (MethodInfo method : methods) {
      AttributeInfo lost = names.get(key(method));
      if (lost != null && mayHaveLost(method)) {
        method.addAttribute(lost.copy(file.getConstPool(), Map.of()));
        restored = true;
      }
    }
    return restored;
  }

  private static boolean mayHaveLost(MethodInfo method) {
    return !method.getDescriptor().startsWith("()")
        && method.getAttribute(MethodParametersAttribute.tag) == null;
  }

  /** Returns the attributes with the names, by {@link #key} of the method. */
  private static Map<String, AttributeInfo> readFromDisk(String name, ClassLoader loader) {
    Map<String, AttributeInfo> names = new HashMap<>();
    try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
      List<MethodInfo> methods =
          in == null ? List.of() : new ClassFile(new DataInputStream(in)).getMethods();
      for (MethodInfo method : methods) {
        AttributeInfo parameters = method.getAttribute(MethodParametersAttribute.tag);
        if (parameters != null) {
          names.put(key(method), parameters);
        }
      }
    } catch (IOException e) {
      // a class without a class file has no names on disk
    }
    return names;
  }

  private static String key(MethodInfo method) {
    return method.getName() + method.getDescriptor();
  }
}
