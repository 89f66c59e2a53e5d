package dev.tare.internal.allocation;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/** The JVM's properties that object sizes depend on: version, collector, header bytes. */
public final class JvmLayout {

  /** Computed once, because the beans take longer than a small test. */
  private static final String PHRASE = describe();

  private JvmLayout() {}

  /** Returns the layout as a phrase: {@code Java 25.0.3, G1, 12-byte headers}. */
  public static String phrase() {
    return PHRASE;
  }

  private static String describe() {
    return "Java %s, %s, %s-byte headers"
        .formatted(Runtime.version().toString().replaceAll("[+-].*", ""), collector(), header());
  }

  private static String collector() {
    List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans();
    String name = beans.isEmpty() ? "no collector" : beans.get(0).getName();
    // "G1 Young Generation", "PS MarkSweep", "Copy", "ZGC Minor Cycles", "Shenandoah Pauses"
    return switch (name.split(" ", 2)[0]) {
      case "PS" -> "Parallel";
      case "Copy", "MarkSweepCompact" -> "Serial";
      default -> name.split(" ", 2)[0];
    };
  }

  private static int header() {
    if (option("UseCompactObjectHeaders")) {
      return 8;
    }
    return option("UseCompressedClassPointers") ? 12 : 16;
  }

  private static boolean option(String name) {
    HotSpotDiagnosticMXBean bean =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      return bean != null && Boolean.parseBoolean(bean.getVMOption(name).getValue());
    } catch (IllegalArgumentException e) {
      return false; // this JVM has no such option
    }
  }
}
