package dev.tare.allocation;

import dev.tare.MeasuredFigure;
import dev.tare.Tare;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints what bodies allocate that call code of the JDK with short-lived objects, in an order that
 * the argument names: for each body one line with its name and its figures.
 */
final class SameFigureProbe {

  /** Number of calls after which C2 has compiled a body and what it calls. */
  private static final int MANY = 20_000;

  private static final Pattern WORD = Pattern.compile("(\\w+)=(\\d+)");
  private static final List<Integer> NUMBERS = List.of(1_000, 2_000, 3_000, 4_000, 5_000);
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("dd.MM.yyyy", Locale.ROOT);

  static volatile Object sink = "";

  private SameFigureProbe() {}

  record Point(int x, int y, String name) {}

  /** Orders in which the bodies are measured. */
  enum Order {
    /** Each body once, in a JVM that has compiled little. */
    ALONE,
    /** All bodies are compiled first, and measured in the opposite order. */
    COMPILED,
    /** All bodies are timed first. */
    AFTER_BENCHMARKS,
    /** Before each body is measured, another one is timed. */
    AMONG_BENCHMARKS,
    /** The bodies are measured several times in random orders, and are compiled meanwhile. */
    SHUFFLED
  }

  record Named(String name, Callable<?> body) {}

  public static void main(String[] arguments) throws Exception {
    List<Named> bodies = new ArrayList<>();
    bodies().forEach((name, body) -> bodies.add(new Named(name, body)));
    Map<String, Set<String>> figures = new TreeMap<>();
    switch (Order.valueOf(arguments[0])) {
      case ALONE -> measure(bodies, figures);
      case COMPILED -> {
        call(bodies, MANY);
        Collections.reverse(bodies);
        measure(bodies, figures);
      }
      case AFTER_BENCHMARKS -> {
        for (Named body : bodies) {
          time(body);
        }
        measure(bodies, figures);
      }
      case AMONG_BENCHMARKS -> {
        for (int i = 0; i < bodies.size(); i++) {
          time(bodies.get((i + 1) % bodies.size()));
          measure(bodies.subList(i, i + 1), figures);
        }
      }
      case SHUFFLED -> {
        Random random = new Random(42);
        for (int i = 0; i < 3; i++) {
          Collections.shuffle(bodies, random);
          measure(bodies, figures);
          call(bodies, MANY / 4);
        }
      }
    }
    figures.forEach((name, found) -> System.out.println(name + " " + found));
  }

  private static void measure(List<Named> bodies, Map<String, Set<String>> figures) {
    for (Named body : bodies) {
      MeasuredFigure figure = Tare.calling(body.body()).allocated();
      figures
          .computeIfAbsent(body.name(), key -> new TreeSet<>())
          .add(figure.doubt().orElse(figure.value().exact()));
    }
  }

  private static void time(Named body) {
    sink = Tare.calling(body.body()).withWarmupTime("20 ms").withMeasurementTime("20 ms").time();
  }

  private static void call(List<Named> bodies, int times) throws Exception {
    for (Named body : bodies) {
      for (int i = 0; i < times; i++) {
        sink = body.body().call();
      }
    }
  }

  @SuppressWarnings("UnnecessaryStringBuilder") // a body of its own
  private static Map<String, Callable<?>> bodies() {
    Map<String, Callable<?>> bodies = new LinkedHashMap<>();
    bodies.put("split", () -> "a,b,c,d".split(",").length + "x y".split(" ").length);
    bodies.put("format", () -> String.format(Locale.ROOT, "%s-%05d", "abc", 17).length());
    bodies.put("boxedStream", () -> NUMBERS.stream().map(n -> n + 1).filter(n -> n > 2).count());
    bodies.put(
        "grouped",
        () -> Stream.of("a", "bb", "cc").collect(Collectors.groupingBy(String::length)).size());
    bodies.put(
        "decimal",
        () ->
            new BigDecimal("12.50")
                .multiply(new BigDecimal("3"))
                .setScale(1, RoundingMode.HALF_UP)
                .signum());
    bodies.put(
        "matched",
        () -> {
          Matcher matcher = WORD.matcher("a=1 b=22 c=333");
          int sum = 0;
          while (matcher.find()) {
            sum += matcher.group(2).length();
          }
          return sum;
        });
    bodies.put(
        "iterated",
        () -> {
          int sum = 0;
          for (Iterator<Integer> i = new ArrayList<>(NUMBERS).iterator(); i.hasNext(); ) {
            sum += i.next();
          }
          return sum;
        });
    bodies.put(
        "boxed",
        () -> {
          Integer sum = 0;
          for (int i = 0; i < 50; i++) {
            sum += i * 1_000;
          }
          return sum > 5;
        });
    bodies.put(
        "built", () -> new StringBuilder().append("n").append(12).append(3.5).toString().length());
    bodies.put(
        "sorted",
        () -> {
          List<String> names = new ArrayList<>(List.of("c", "bb", "a"));
          names.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
          return names.get(0).length();
        });
    bodies.put(
        "thrown",
        () -> {
          try {
            return Integer.parseInt("x");
          } catch (NumberFormatException e) {
            return -1;
          }
        });
    bodies.put("concatenated", () -> ("n" + NUMBERS.get(1) + ':' + 2L).length());
    bodies.put("recordText", () -> new Point(1, 2, "p").toString().length());
    bodies.put("date", () -> LocalDate.parse("24.12.2026", DATE).plusDays(1).format(DATE).length());
    bodies.put(
        "encoded",
        () -> Base64.getEncoder().encodeToString("tare".getBytes(StandardCharsets.UTF_8)).length());
    return bodies;
  }
}
