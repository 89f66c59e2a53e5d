package dev.tare.benchmarks.times;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Times by JMH and Tare for each workload. */
final class TimeTable {

  /** Tare's wording for a call that cannot be distinguished from an empty one. */
  static final String BELOW = "below the floor";

  private static final double FLOOR_NANOS = 1;

  /** Factor by which a figure may lie outside the range of JMH's own sessions. */
  private static final double WIDER = 1.05;

  private final List<String> workloads;
  private final Map<String, List<Double>> sessions = new HashMap<>();
  private final Map<String, Double> forked = new HashMap<>();
  private final Map<String, Double> here = new HashMap<>();

  TimeTable(List<String> workloads) {
    this.workloads = workloads;
  }

  void addSession(String name, double nanos) {
    sessions.computeIfAbsent(name, key -> new ArrayList<>()).add(nanos);
  }

  /** Adds a figure of Tare, unless it has none. */
  void addOurs(boolean fresh, String name, double nanos) {
    (fresh ? forked : here).put(name, nanos);
  }

  void print(String title) {
    line("%n%s", title);
    line(
        "%-10s %12s %12s   %12s %6s %-8s   %12s %6s %-8s",
        "ns a call", "JMH lowest", "highest", "forks = 3", "ratio", "", "this JVM", "ratio", "");
    for (String name : workloads) {
      List<Double> range = sessions.getOrDefault(name, List.of(Double.NaN));
      line(
          "%-10s %12.3f %12.3f   %s   %s",
          name,
          Collections.min(range),
          Collections.max(range),
          cells(name, forked),
          cells(name, here));
    }
    line(
        "geometric mean of the ratios: %.3f with forks = 3, %.3f in this JVM",
        geometricMean(ratios(forked)), geometricMean(ratios(here)));
  }

  private String cells(String name, Map<String, Double> ours) {
    List<Double> range = sessions.getOrDefault(name, List.of(Double.NaN));
    double value = ours.getOrDefault(name, Double.NaN);
    if (value <= FLOOR_NANOS) {
      return String.format(Locale.ROOT, "%28s", BELOW);
    }
    boolean inside =
        value >= Collections.min(range) / WIDER && value <= Collections.max(range) * WIDER;
    return String.format(
        Locale.ROOT,
        "%12.3f %6.3f %-8s",
        value,
        value / geometricMean(range),
        inside ? "inside" : "outside");
  }

  /** Returns the ratios of the workloads for which Tare gives a figure. */
  private List<Double> ratios(Map<String, Double> ours) {
    List<Double> ratios = new ArrayList<>();
    ours.forEach(
        (name, value) -> {
          if (value > FLOOR_NANOS && sessions.containsKey(name)) {
            ratios.add(value / geometricMean(sessions.get(name)));
          }
        });
    return ratios;
  }

  private static double geometricMean(Collection<Double> values) {
    return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
  }

  private static void line(String format, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, format, arguments));
  }
}
