package dev.tare.internal.agent.weave;

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
 * The names of parameters that {@code javac -parameters} keeps.
 *
 * <p>Some JVMs, 17 among them, leave them out of the class file that they hand to a transformer
 * (JDK-8240908), so that a class loses them for good when it is retransformed. Frameworks read
 * them, JUnit for display names.
 */
public final class ParameterNames {

  private ParameterNames() {}

  /**
   * Puts back those that the class file on disk has, and the map of its lines, which JVMs leave out
   * too.
   *
   * @return whether there were any names
   */
  public static boolean restore(ClassFile file, @Nullable ClassLoader loader) {
    List<MethodInfo> methods = file.getMethods();
    boolean mapLost = SourceMap.mayBeLost(file);
    if (loader == null || (!mapLost && methods.stream().noneMatch(ParameterNames::mayHaveLost))) {
      return false;
    }
    Map<String, AttributeInfo> names = onDisk(file.getName(), loader);
    AttributeInfo map = names.get(SourceMap.ATTRIBUTE);
    if (mapLost && map != null) {
      file.addAttribute(map.copy(file.getConstPool(), Map.of()));
    }
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

  private static Map<String, AttributeInfo> onDisk(String name, ClassLoader loader) {
    Map<String, AttributeInfo> names = new HashMap<>();
    try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in != null) {
        ClassFile file = new ClassFile(new DataInputStream(in));
        AttributeInfo map = file.getAttribute(SourceMap.ATTRIBUTE);
        if (map != null) {
          names.put(SourceMap.ATTRIBUTE, map);
        }
        List<MethodInfo> methods = file.getMethods();
        for (MethodInfo method : methods) {
          AttributeInfo kept = method.getAttribute(MethodParametersAttribute.tag);
          if (kept != null) {
            names.put(key(method), kept);
          }
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
