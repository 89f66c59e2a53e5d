package dev.tare.heap;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Measures holders that share objects with the program, drops each, and prints the retained size
 * according to Tare and the bytes freed according to the JVM.
 *
 * <p>The JVM's text is stored off-heap, since otherwise the second histogram would count the first
 * one's text. Warm-up calls allocate what the JDK itself keeps.
 */
public final class HistogramProbe {

  private static final int WARM_UP_ROUNDS = 3;
  private static final int MAX_ROUNDS = 20;

  /** Difference in bytes between sizes and histogram that JVM threads may cause. */
  private static final long TOLERANCE = 100;

  /** The platform's server, which runs diagnostic commands. */
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  private static @Nullable Object held;

  private final ByteBuffer before = ByteBuffer.allocateDirect(1 << 22);
  private final ByteBuffer after = ByteBuffer.allocateDirect(1 << 22);
  private final ObjectName command = new ObjectName("com.sun.management:type=DiagnosticCommand");
  private long reachable;
  private long retained;

  private HistogramProbe() throws Exception {}

  public static void main(String[] arguments) throws Exception {
    HistogramProbe probe = new HistogramProbe();
    for (Holders holder : Holders.values()) {
      probe.compare(holder);
    }
  }

  /**
   * Prints the round with the smallest difference: allocation by JVM threads affects only some
   * rounds, a wrong size all.
   */
  private void compare(Holders holder) throws Exception {
    long freed = measureFreedBytes(holder);
    for (int i = 1; i < MAX_ROUNDS && Math.abs(freed - retained) > TOLERANCE; i++) {
      long again = measureFreedBytes(holder);
      freed = Math.abs(again - retained) < Math.abs(freed - retained) ? again : freed;
    }
    System.out.println(holder + " reachable " + reachable);
    System.out.println(holder + " retained " + retained);
    System.out.println(holder + " freed " + freed);
  }

  private long measureFreedBytes(Holders holder) throws Exception {
    weigh(holder);
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      writeHistogram(before);
      writeHistogram(after);
    }
    writeHistogram(before);
    held = null;
    writeHistogram(after);
    return bytes(before) - bytes(after);
  }

  /** Creates and measures a value in a stack frame that has ended when the value is dropped. */
  private void weigh(Holders holder) throws Exception {
    held = holder.build();
    RetainedFootprint retention = ObjectGraph.open().retained(held);
    reachable = retention.reachable().bytes();
    retained = retention.retained().size().bytes();
  }

  private void writeHistogram(ByteBuffer text) throws Exception {
    // objects with a cleaner survive the collection that discovers them
    run("gcRun", new Object[0], new String[0]);
    String histogram =
        (String)
            run(
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
    text.clear();
    for (int i = 0; i < histogram.length(); i++) {
      text.put((byte) histogram.charAt(i));
    }
    text.flip();
  }

  private Object run(String operation, Object[] arguments, String[] signature) throws Exception {
    return SERVER.invoke(command, operation, arguments, signature);
  }

  /** Returns the bytes of all live objects, without the collector's filler objects. */
  private static long bytes(ByteBuffer text) {
    long sum = 0;
    for (String line : StandardCharsets.ISO_8859_1.decode(text).toString().lines().toList()) {
      String[] columns = line.strip().split("\\s+", -1);
      if (columns[0].endsWith(":") && !columns[3].contains("FillerElement")) {
        sum += Long.parseLong(columns[2]);
      }
    }
    return sum;
  }
}
