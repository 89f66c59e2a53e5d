package dev.tare;

import dev.tare.allocation.AllocationMetrics;
import dev.tare.extension.TareConfigurationException;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A program that measures without JUnit on its class path. */
final class PlainProbe {

  private static int number = 1_000;

  private PlainProbe() {}

  public static void main(String[] arguments) {
    System.out.println("junit = " + found("org.junit.jupiter.api.Test"));
    System.out.println("array = " + bytes(Tare.calling(() -> new byte[1_000]).allocated()));
    System.out.println("primitive = " + bytes(Tare.calling(() -> number).allocated()));
    List<Integer> list = new ArrayList<>(List.of(1_000, 2_000));
    System.out.println("retained = " + (Tare.retained(list).value().amount() > 0));
    System.out.println("objects = " + Tare.calling(() -> new int[1]).objects().value().exact());
    System.out.println(
        "grows = " + Tare.calling(n -> new int[n]).growthOfRetainedSize(10, 100, 1_000));
    // longer than a busy machine may suspend the program
    MeasuredBody timed = Tare.calling(() -> number % 7).withMeasurementTime("500 ms");
    System.out.println("time = " + found(timed.withWarmupTime("50 ms").time()));
    System.out.println(
        "ratio = "
            + found(timed.timeComparedWith(Tare.calling(() -> number % 7).withName("same"))));
    System.out.println("first = " + found(Tare.calling(() -> number % 7).firstCall()));
    System.out.println(
        "calls = " + Tare.calling(() -> list.isEmpty()).invocationsOf(List.class, "isEmpty"));
    printOtherFigures();
    System.setProperty("tare.breakdown", "none");
    try {
      Tare.calling(() -> number).allocated();
    } catch (TareConfigurationException e) {
      System.out.println("refused = " + e.getMessage());
    }
    System.setProperty("tare.breakdown", "never");
    System.out.println(Tare.calling(() -> number).withBreakdown().allocated().report());
  }

  /** Measures the remaining figures of the plain API, which must all work without JUnit. */
  private static void printOtherFigures() {
    MeasuredBody body = Tare.calling(() -> new byte[1_000]);
    System.out.println("uncollected = " + body.uncollected().value().exact());
    System.out.println("surviving = " + body.surviving().value().exact());
    System.out.println("survivors = " + body.survivorsOf(byte[].class).value().exact());
    System.out.println("promoted = " + body.withCalls(10).promoted().value().exact());
    System.out.println("first bytes = " + found(body.withRuns(1).withWarmups(0).allocated()));
    System.out.println("returned = " + found(body.retained()));
    MeasuredBody timed = body.withMeasurementTime("200 ms").withWarmupTime("50 ms");
    System.out.println("timed = " + found(timed.time()));
    System.out.println("profile = " + found(timed.withBreakdown().time()));
    MeasuredGraph graph = Tare.graphOf(new Object[] {new byte[1_000], new int[4]});
    System.out.println("reachable = " + found(graph.reachable()));
    System.out.println("arrays = " + graph.instancesOf(byte[].class).value().exact());
    System.out.println("off heap = " + graph.offHeap().value().exact());
    System.out.println("added = " + found(graph.addedTo("base")));
    System.out.println("shared = " + graph.sharedWith("other").value().exact());
    System.out.println("wasted = " + graph.wasted().value().exact());
    System.out.println("rows = " + graph.footprint().rows().size());
    SizedBody sized = Tare.calling(n -> new int[n]);
    System.out.println("bytes grow = " + sized.growthOfAllocatedBytes(1, 10, 100).value().exact());
    System.out.println(Tare.message(graph.reachable().judge(new DataSize(1))));
    System.out.println(
        "judged = "
            + body.judge("judged", options -> AllocationMetrics.bytesAtMost("0 B", options))
                .orElseThrow()
                .outcome());
  }

  private static String bytes(MeasuredFigure figure) {
    return String.format(Locale.ROOT, "%d", ((DataSize) figure.value()).bytes());
  }

  private static boolean found(MeasuredFigure figure) {
    return figure.value().amount() > 0;
  }

  private static boolean found(String type) {
    try {
      Class.forName(type);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
