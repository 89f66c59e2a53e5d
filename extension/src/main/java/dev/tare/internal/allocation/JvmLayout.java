package dev.tare.internal.allocation;

import dev.tare.internal.agent.DiagnosticCommand;
import dev.tare.internal.agent.JvmNames;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/** The JVM's properties that object sizes depend on: version, collector, header bytes. */
public final class JvmLayout {

  /** Computed once, because reading the beans takes longer than a small test. */
  private static final String PHRASE = describe();

  private JvmLayout() {}

  /** Returns the layout as a phrase: {@code Java 25.0.3, G1, 12-byte headers}. */
  public static String phrase() {
    return PHRASE;
  }

  private static String describe() {
    return JvmNames.layout(JvmNames.version(), collector(), JvmNames.headers(headerBytes()));
  }

  private static String collector() {
    List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans();
    return beans.isEmpty() ? "no collector" : JvmNames.collector(beans.get(0).getName());
  }

  private static int headerBytes() {
    if (DiagnosticCommand.isOn("UseCompactObjectHeaders")) {
      return 8;
    }
    return DiagnosticCommand.isOn("UseCompressedClassPointers") ? 12 : 16;
  }
}
