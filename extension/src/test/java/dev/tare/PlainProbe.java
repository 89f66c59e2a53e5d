package dev.tare;

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
    System.out.println("grows = " + Tare.calling(n -> new int[n]).growthOfRetainedSize(1, 10, 100));
    // longer than a busy machine may keep the program waiting
    MeasuredBody timed = Tare.calling(() -> number % 7).withMeasurementTime("500 ms");
    System.out.println("time = " + found(timed.withWarmupTime("50 ms").time()));
    System.out.println(
        "ratio = "
            + found(timed.timeComparedWith(Tare.calling(() -> number % 7).withName("same"))));
    System.out.println("first = " + found(Tare.calling(() -> number % 7).firstCall()));
    System.out.println(
        "calls = " + Tare.calling(() -> list.isEmpty()).invocationsOf(List.class, "isEmpty"));
    System.setProperty("tare.runs", "none");
    try {
      Tare.calling(() -> number).allocated();
    } catch (TareConfigurationException e) {
      System.out.println("refused = " + e.getMessage());
    }
    System.setProperty("tare.runs", "3");
    System.out.println(Tare.calling(() -> number).withBreakdown().allocated().report());
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
