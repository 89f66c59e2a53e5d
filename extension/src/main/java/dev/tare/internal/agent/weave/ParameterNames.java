package dev.tare.internal.agent.weave;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.SourceMap;
import java.io.DataInputStream;
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
 * Restores the parameter names that {@code javac -parameters} has written into a class file.
 *
 * <p>Some JVMs, 17 among them, omit the names from the class file that a transformer receives
 * (JDK-8240908), so that a retransformed class loses them for good. Frameworks read them; JUnit
 * uses them for display names.
 */
public final class ParameterNames {

  private ParameterNames() {}

  /**
   * Restores the names, and the source map, which JVMs omit too, from the class file on disk.
   *
   * @return whether any names were restored
   */
  public static boolean restore(ClassFile file, @Nullable ClassLoader loader) {
    List<MethodInfo> methods = file.getMethods();
    boolean mapLost = SourceMap.mayBeLost(file);
    if (loader == null
        || JdkModules.isJdkLoader(loader) // the JDK is compiled without names
        || (!mapLost && methods.stream().noneMatch(ParameterNames::mayHaveLost))) {
      return false;
    }
    Map<String, AttributeInfo> attributes = readFromDisk(file.getName(), loader);
    AttributeInfo map = attributes.get(SourceMap.ATTRIBUTE);
    if (mapLost && map != null) {
      file.addAttribute(map.copy(file.getConstPool(), Map.of()));
    }
    boolean restored = false;
    for (MethodInfo method : methods) {
      AttributeInfo lost = attributes.get(key(method));
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

  /** Returns the lost attributes by {@link #key} of the method; the source map by its own name. */
  private static Map<String, AttributeInfo> readFromDisk(String name, ClassLoader loader) {
    Map<String, AttributeInfo> attributes = new HashMap<>();
    try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in != null) {
        ClassFile file = new ClassFile(new DataInputStream(in));
        AttributeInfo map = file.getAttribute(SourceMap.ATTRIBUTE);
        if (map != null) {
          attributes.put(SourceMap.ATTRIBUTE, map);
        }
        List<MethodInfo> methods = file.getMethods();
        for (MethodInfo method : methods) {
          AttributeInfo parameters = method.getAttribute(MethodParametersAttribute.tag);
          if (parameters != null) {
            attributes.put(key(method), parameters);
          }
        }
      }
    } catch (IOException e) {
      // a class without a class file has no names on disk
    }
    return attributes;
  }

  private static String key(MethodInfo method) {
    return method.getName() + method.getDescriptor();
  }
}
