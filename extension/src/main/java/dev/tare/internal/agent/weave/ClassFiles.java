package dev.tare.internal.agent.weave;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javassist.bytecode.AttributeInfo;
import javassist.bytecode.ClassFile;
import javassist.bytecode.ConstPool;
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

  /** Returns the class file with the given bytes. */
  public static ClassFile read(byte[] bytes) throws IOException {
    return new ClassFile(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  /** Returns the class file of a class in the package of another; null if there is none. */
  public static @Nullable ClassFile beside(Class<?> sibling, String simpleName) throws IOException {
    try (InputStream in = sibling.getResourceAsStream(simpleName + ".class")) {
      return in == null ? null : read(in.readAllBytes());
    }
  }

  /** Returns the bytes of a class file. */
  public static byte[] write(ClassFile file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    file.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  /**
   * Restores the parameter names from the class file on disk.
   *
   * @return the class file with the names; the given one if none were lost
   */
  public static byte[] restoreNames(byte[] bytes, @Nullable ClassLoader loader) throws IOException {
    // the JVM keeps the name of the attribute in the constant pool
    if (loader == null || !new String(bytes, ISO_8859_1).contains(MethodParametersAttribute.tag)) {
      return bytes;
    }
    ClassFile file = read(bytes);
    Map<String, AttributeInfo> names = readFromDisk(file.getName(), loader);
    List<MethodInfo> methods = file.getMethods();
    boolean restored = false;
    for (MethodInfo method : methods) {
      AttributeInfo lost = names.get(key(method));
      if (lost != null && method.getAttribute(MethodParametersAttribute.tag) == null) {
        method.addAttribute(lost.copy(file.getConstPool(), Map.of()));
        restored = true;
      }
    }
    return restored ? write(file) : bytes;
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

  /**
   * Interns the string constants of a class before the JVM creates them. They stay interned while
   * the returned list is reachable.
   *
   * <p>HotSpot creates the missing string constants of a class when it requests a C2 compilation of
   * one of its methods, on the thread whose call triggers the request ({@code
   * ConstantPool::resolve_string_constants}). Strings that are interned already are not created
   * again.
   *
   * @param sibling a class of the same package
   * @param simpleName the name of the class, without the package
   * @return the constants; empty if there is no readable class file
   */
  public static List<String> internConstants(Class<?> sibling, String simpleName) {
    try {
      ClassFile file = beside(sibling, simpleName);
      if (file == null) {
        return List.of();
      }
      ConstPool pool = file.getConstPool();
      return IntStream.range(1, pool.getSize())
          .filter(index -> pool.getTag(index) == ConstPool.CONST_String)
          .mapToObj(index -> pool.getStringInfo(index).intern())
          .toList();
    } catch (IOException | RuntimeException e) {
      // a class file of a later version: at worst, the JVM creates the constants later
      return List.of();
    }
  }
}
