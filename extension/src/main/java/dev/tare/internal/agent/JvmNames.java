package dev.tare.internal.agent;

import java.util.Map;
import javassist.bytecode.Descriptor;

/** Texts for a JVM's version, collector and object layout in messages. */
public final class JvmNames {

  /** Collectors by the first word of the name of their first bean. */
  private static final Map<String, String> COLLECTORS =
      Map.of("PS", "Parallel", "Copy", "Serial", "MarkSweepCompact", "Serial");

  private JvmNames() {}

  /** Returns the version of this JVM, without build: {@code 25.0.3}. */
  public static String version() {
    return System.getProperty("java.version");
  }

  /**
   * Returns the name of a collector: {@code G1}.
   *
   * @param bean the name of its first bean, such as {@code G1 Young Generation} or {@code PS
   *     MarkSweep}
   */
  public static String collector(String bean) {
    String first = bean.split(" ", 2)[0];
    return COLLECTORS.getOrDefault(first, first);
  }

  /**
   * Returns the name of a class in terms of the source: {@code byte[]} for {@code [B}.
   *
   * @param name as {@link Class#getName()} returns it
   */
  public static String type(String name) {
    return name.startsWith("[") ? Descriptor.toClassName(name.replace('.', '/')) : name;
  }

  // Concatenated: every passing test prints these, and formatting takes longer than a heap walk.

  /** Returns the layout of a JVM: {@code Java 25.0.3, G1, 12-byte headers}. */
  public static String layout(String version, String collector, String sizes) {
    return "Java " + version + ", " + collector + ", " + sizes;
  }

  /** Returns {@code 12-byte headers}. */
  public static String headers(int bytes) {
    return bytes + "-byte headers";
  }
}
