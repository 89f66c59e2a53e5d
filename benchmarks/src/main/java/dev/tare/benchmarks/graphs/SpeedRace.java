package dev.tare.benchmarks.graphs;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess.Granted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * All tools on all graphs in one JVM, in turns: a round has a call of each in an order drawn anew,
 * so that what disturbs the machine disturbs all of them. Prints medians and their ratios.
 */
public final class SpeedRace {

  private static final long FAILED = -1;

  private static final List<Tool> TOOLS = List.of(Tool.values());

  private final int rounds;
  private final int share;
  private final Random random = new Random(1);

  private SpeedRace(int rounds, int share) {
    this.rounds = rounds;
    this.share = share;
  }

  /**
   * Takes the number of rounds, the part of the full size, 4 for a quarter, and, if not all, the
   * graphs.
   */
  public static void main(String[] arguments) throws Exception {
    SpeedRace race = new SpeedRace(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
    List<Graph> graphs =
        arguments.length > 2
            ? Arrays.stream(arguments).skip(2).map(Graph::valueOf).toList()
            : List.of(Graph.values());
    List<Standing> standings = new ArrayList<>();
    for (Graph graph : graphs) {
      Standing standing = race.on(graph);
      System.out.print(standing);
      standings.add(standing);
    }
    System.out.print(Standing.together(standings));
  }

  private Standing on(Graph graph) throws Exception {
    Object value = graph.build(graph.objects / share);
    Truth truth = new Truth(((Granted) Agent.access()).instrumentation()).walk(value);
    Map<Tool, double[]> times = new EnumMap<>(Tool.class);
    Map<Tool, Long> answers = new EnumMap<>(Tool.class);
    List<Tool> order = new ArrayList<>(TOOLS);
    int objects = truth.objects();
    long bytes = truth.bytes();
    truth = null;
    for (int round = -warmups(); round < rounds; round++) {
      Collections.shuffle(order, random);
      for (Tool tool : order) {
        System.gc(); // what one tool left behind is not cleared away at the next one's expense
        long start = System.nanoTime();
        answers.put(tool, size(tool, value));
        double millis = (System.nanoTime() - start) / 1e6;
        if (round >= 0) {
          times.computeIfAbsent(tool, any -> new double[rounds])[round] = millis;
        }
      }
    }
    return new Standing(graph, objects, bytes, medians(times), minima(times), answers);
  }

  private static long size(Tool tool, Object value) {
    try {
      return tool.sizeOf(value);
    } catch (RuntimeException | Error e) {
      if (!tool.isPeer()) {
        throw e;
      }
      return FAILED; // the other tools go on if one peer cannot weigh the graph
    }
  }

  private int warmups() {
    return Math.max(2, rounds / 2);
  }

  private static Map<Tool, Double> medians(Map<Tool, double[]> times) {
    Map<Tool, Double> medians = new EnumMap<>(Tool.class);
    times.forEach(
        (tool, samples) -> {
          Arrays.sort(samples);
          medians.put(tool, samples[samples.length / 2]);
        });
    return medians;
  }

  private static Map<Tool, Double> minima(Map<Tool, double[]> times) {
    Map<Tool, Double> minima = new EnumMap<>(Tool.class);
    times.forEach((tool, samples) -> minima.put(tool, Arrays.stream(samples).min().orElseThrow()));
    return minima;
  }

  /**
   * Times of the tools on a graph.
   *
   * @param bytes what the JVM says
   * @param medians milliseconds a call
   * @param minima the shortest call
   * @param answers the sizes that the tools report
   */
  private record Standing(
      Graph graph,
      int objects,
      long bytes,
      Map<Tool, Double> medians,
      Map<Tool, Double> minima,
      Map<Tool, Long> answers) {

    private boolean isExact(Tool tool) {
      return answers.get(tool) == bytes;
    }

    private String size(Tool tool) {
      if (isExact(tool)) {
        return "exact";
      }
      long answer = answers.get(tool);
      return answer == FAILED ? "failed" : String.format(Locale.ROOT, "%,d B", answer);
    }

    private double fastestPeer() {
      return TOOLS.stream()
          .filter(tool -> tool.isPeer() && isExact(tool))
          .mapToDouble(medians::get)
          .min()
          .orElse(Double.NaN);
    }

    /** Returns the time of the fastest exact peer as a multiple of Tare's. */
    private double lead() {
      return fastestPeer() / medians.get(Tool.TARE);
    }

    private double ratio(Tool slow, Tool fast) {
      return medians.get(slow) / medians.get(fast);
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      text.append(
          String.format(Locale.ROOT, "%s: %,d objects, %,d B%n", graph.title, objects, bytes));
      for (Tool tool : TOOLS) {
        text.append(
            String.format(
                Locale.ROOT,
                "  %-16s %10.2f ms (least %10.2f) %8.2f ns an object  %s%n",
                tool.title,
                medians.get(tool),
                minima.get(tool),
                medians.get(tool) * 1e6 / objects,
                size(tool)));
      }
      return text.append(
              String.format(
                  Locale.ROOT,
                  "  sizeOf %.1f times as fast as the fastest exact peer; footprint takes %.2f times"
                      + " sizeOf; GraphLayout takes %.2f times profile%n",
                  lead(),
                  ratio(Tool.FOOTPRINT, Tool.TARE),
                  ratio(Tool.JOL, Tool.PROFILE)))
          .toString();
    }

    private static String together(List<Standing> standings) {
      return String.format(
          Locale.ROOT,
          "geometric means where there is a graph: sizeOf %.2f times as fast as the fastest exact"
              + " peer, profile %.2f times as fast as GraphLayout, footprint %.2f times sizeOf%n",
          mean(standings, Standing::lead),
          mean(standings, standing -> standing.ratio(Tool.JOL, Tool.PROFILE)),
          mean(standings, standing -> standing.ratio(Tool.FOOTPRINT, Tool.TARE)));
    }

    private static double mean(List<Standing> standings, ToDoubleFunction<Standing> ratio) {
      double logs =
          standings.stream()
              .filter(standing -> standing.objects > 1)
              .mapToDouble(ratio)
              .filter(value -> !Double.isNaN(value))
              .map(Math::log)
              .average()
              .orElse(Double.NaN);
      return Math.exp(logs);
    }
  }
}
