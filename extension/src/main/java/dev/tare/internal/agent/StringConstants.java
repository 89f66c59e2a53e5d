package dev.tare.internal.agent;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.IntStream;
import javassist.bytecode.ClassFile;
import javassist.bytecode.ConstPool;

/**
 * Interns the string constants of a class before the JVM creates them.
 *
 * <p>HotSpot creates the missing string constants of a class when it requests a C2 compilation of
 * one of its methods, on the thread whose call triggers the request ({@code
 * ConstantPool::resolve_string_constants}). Strings that are interned already are not created
 * again.
 */
public final class StringConstants {

  private StringConstants() {}

  /**
   * Interns the constants of a class. They stay interned while the returned list is reachable.
   *
   * @param sibling a class of the same package
   * @param simpleName the name of the class, without the package
   * @return the constants; empty if there is no readable class file
   */
  public static List<String> intern(Class<?> sibling, String simpleName) {
    try (InputStream in = sibling.getResourceAsStream(simpleName + ".class")) {
      if (in == null) {
        return List.of();
      }
      ConstPool pool = new ClassFile(new DataInputStream(in)).getConstPool();
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
