package dev.tare.internal.agent;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.IntStream;
import javassist.bytecode.ClassFile;
import javassist.bytecode.ConstPool;

/**
 * The string constants of a class, created before the JVM would create them.
 *
 * <p>If they do not exist yet, HotSpot creates the string constants of a class on the thread whose
 * call makes it request a C2 compilation of one of the class's methods ({@code
 * ConstantPool::resolve_string_constants}). A string that is interned already is not created again.
 */
public final class StringConstants {

  private StringConstants() {}

  /**
   * Interns the constants of a class. The JVM finds them for as long as the list is referenced.
   *
   * @param beside a class of the same package
   * @param simpleName the name of the class
   * @return the constants; empty if there is no such class file, or none that can be read
   */
  public static List<String> intern(Class<?> beside, String simpleName) {
    try (InputStream in = beside.getResourceAsStream(simpleName + ".class")) {
      if (in == null) {
        return List.of();
      }
      ConstPool pool = new ClassFile(new DataInputStream(in)).getConstPool();
      return IntStream.range(1, pool.getSize())
          .filter(index -> pool.getTag(index) == ConstPool.CONST_String)
          .mapToObj(index -> pool.getStringInfo(index).intern())
          .toList();
    } catch (IOException | RuntimeException e) {
      // a later version of class files: at worst the JVM creates the constants later
      return List.of();
    }
  }
}
