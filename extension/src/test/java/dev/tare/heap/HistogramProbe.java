package dev.tare.heap;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Weighs an index over a catalogue that it shares with the program, then drops it, and prints what
 * Tare says that it retained and what the JVM says was freed.
 */
public final class HistogramProbe {

  @SuppressWarnings("ArrayRecordComponent") // it is there to be weighed
  record Product(String name, int[] prices) {}

  record Order(int number, Product product, String note) {}

  private static final Map<String, Product> CATALOGUE = new HashMap<>();

  private static @Nullable Map<Integer, Order> index;

  @SuppressWarnings("UnusedVariable") // it is there to live
  private static @Nullable Map<String, Long> earlier;

  private HistogramProbe() {}

  public static void main(String[] arguments) throws Exception {
    for (int i = 0; i < 10_000; i++) {
      CATALOGUE.put("product " + i, new Product("name of " + i, new int[i % 40]));
    }
    List<Product> products = List.copyOf(CATALOGUE.values());
    Map<Integer, Order> built = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      built.put(i, new Order(i, products.get(i % products.size()), "note " + i));
    }
    index = built;
    built = null;
    Retention retention = ObjectGraph.open().retained(index);
    // each of the two that are compared is taken while one histogram lives
    earlier = liveBytes();
    Map<String, Long> before = liveBytes();
    earlier = before;
    index = null;
    Map<String, Long> after = liveBytes();

    Footprint retained = retention.retained().byClass();
    long all = before.values().stream().mapToLong(bytes -> bytes).sum();
    long rest = after.values().stream().mapToLong(bytes -> bytes).sum();
    System.out.println("reachable " + retention.reachable().bytes());
    System.out.println("retained " + retained.size().bytes());
    System.out.println("freed " + (all - rest));
    for (String type : List.of(Order.class.getName(), "java.util.HashMap$Node")) {
      long expected =
          retained.rows().stream()
              .filter(row -> row.type().equals(type))
              .mapToLong(row -> row.size().bytes())
              .sum();
      System.out.println("retained:" + type + " " + expected);
      System.out.println(
          "freed:" + type + " " + (before.getOrDefault(type, 0L) - after.getOrDefault(type, 0L)));
    }
  }

  /** The bytes of each class's live objects, the collector's own fillers left out. */
  private static Map<String, Long> liveBytes() throws Exception {
    Object histogram =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
    Map<String, Long> bytes = new HashMap<>();
    for (String line : histogram.toString().lines().toList()) {
      String[] columns = line.strip().split("\\s+", -1);
      if (columns[0].endsWith(":") && !columns[3].contains("FillerElement")) {
        bytes.merge(columns[3], Long.valueOf(columns[2]), Long::sum);
      }
    }
    return bytes;
  }
}
