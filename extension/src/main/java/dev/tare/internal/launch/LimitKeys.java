package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.KotlinNames;
import dev.tare.model.Budget;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Keys that override the limits of one test: {@code tare.limit.<class>.<method>.<figure>}, with the
 * fully qualified class name. A key of a class also applies to tests that its subclasses inherit.
 *
 * <p>Create an instance each time the annotations of a test are read.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class LimitKeys {

  private static final String PREFIX = "tare.limit.";

  private static final String EXAMPLE =
      "for example " + PREFIX + "com.acme.CacheTests.lookup.allocated-bytes = 2 KiB";

  /** A whole number with commas between groups of digits, as messages print it. */
  private static final Pattern GROUPED = Pattern.compile("[0-9]{1,3}(?:,[0-9]{3})+");

  private final Class<?> testClass;
  private final String method;
  private final Configuration configuration;
  private final Map<String, List<Budget>> budgetsByFigure = new TreeMap<>();
  private final Map<String, String> keysByFigure = new HashMap<>();

  /** Creates the keys of a test. */
  public LimitKeys(Class<?> testClass, Method method, Configuration configuration) {
    this.testClass = testClass;
    this.method = KotlinNames.sourceName(method);
    this.configuration = configuration;
  }

  /**
   * Refuses keys that name no measured test.
   *
   * @param keys the names of all keys that are set
   * @param measured whether annotations of Tare apply to a method of a class
   * @throws TareConfigurationException if the class, or such a method of it, does not exist
   */
  public static void check(
      Collection<String> keys,
      Configuration configuration,
      BiPredicate<Class<?>, String> measured) {
    for (String key : new TreeSet<>(keys)) {
      if (key.toLowerCase(Locale.ROOT).startsWith("tare.limit")) {
        check(key, assignment(key, configuration), measured);
      }
    }
  }

  private static void check(String key, String assignment, BiPredicate<Class<?>, String> measured) {
    List<String> parts = List.of(key.split("\\.", -1));
    int figureIndex = parts.size() - 1;
    if (!key.startsWith(PREFIX) || figureIndex < 4 || parts.contains("")) {
      throw new TareConfigurationException(
          "%s: a limit is %s<class>.<method>.<figure>, %s".formatted(assignment, PREFIX, EXAMPLE));
    }
    String name = String.join(".", parts.subList(2, figureIndex - 1));
    String interpretation =
        "%s: read as the figure %s of the method %s of the class %s"
            .formatted(assignment, parts.get(figureIndex), parts.get(figureIndex - 1), name);
    Class<?> type =
        loadClass(name)
            .orElseThrow(
                () ->
                    new TareConfigurationException(
                        "%s, and there is no such class, %s".formatted(interpretation, EXAMPLE)));
    if (!namesInKeys(type).contains(name)) {
      throw new TareConfigurationException(
          "%s; write the class as %s, %s"
              .formatted(interpretation, String.join(" or ", namesInKeys(type)), EXAMPLE));
    }
    if (!measured.test(type, parts.get(figureIndex - 1))) {
      throw new TareConfigurationException(
          "%s, and there is no such method with an annotation that limits it, %s"
              .formatted(interpretation, EXAMPLE));
    }
  }

  /** Returns the names that a class may have in keys. */
  private static List<String> namesInKeys(Class<?> type) {
    return Stream.of(type.getName(), type.getName().replace('$', '.')).distinct().toList();
  }

  /** Returns a class by its name, in which dots may also separate nested classes. */
  private static Optional<Class<?>> loadClass(String name) {
    for (String binary = name; ; ) {
      try {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return Optional.of(Class.forName(binary, false, loader));
      } catch (ClassNotFoundException | LinkageError e) {
        int dot = binary.lastIndexOf('.');
        if (dot < 0) {
          return Optional.empty();
        }
        binary = binary.substring(0, dot) + '$' + binary.substring(dot + 1);
      }
    }
  }

  /**
   * Returns the budget with the limit of the nearest class's key; unchanged if there is none.
   *
   * @throws TareConfigurationException if the limit cannot be parsed, or there is no limit that it
   *     could override
   */
  public Budget override(Budget budget) {
    String figure = budget.figure().id();
    budgetsByFigure.computeIfAbsent(figure, id -> new ArrayList<>()).add(budget);
    for (String prefix : prefixes()) {
      String key = prefix + figure;
      Optional<String> text = configuration.text(key);
      if (text.isPresent()) {
        keysByFigure.put(figure, key);
        Quantity limit = parseLimit(budget, key + " = " + text.get(), text.get(), key);
        return Budget.atMost(budget.figure(), limit).from(key);
      }
    }
    return budget;
  }

  /**
   * Refuses keys of this test that match no limit or several limits.
   *
   * @param keys the names of all keys that are set
   * @throws TareConfigurationException if there is such a key
   */
  public void checkApplied(Collection<String> keys) {
    refuseUnknownFigures(keys);
    refuseSharedKeys();
  }

  private void refuseUnknownFigures(Collection<String> keys) {
    if (budgetsByFigure.isEmpty() || !isMethodNameUnique()) {
      return;
    }
    for (String prefix : prefixes()) {
      for (String key : keys) {
        String figure = key.startsWith(prefix) ? key.substring(prefix.length()) : ".";
        if (!figure.contains(".") && !budgetsByFigure.containsKey(figure)) {
          throw new TareConfigurationException(
              "%s: %s.%s() has no limit of %s, but of %s, for example %s"
                  .formatted(
                      assignment(key, configuration),
                      testClass.getName(),
                      method,
                      figure,
                      String.join(", ", budgetsByFigure.keySet()),
                      prefix + budgetsByFigure.keySet().iterator().next()));
        }
      }
    }
  }

  private void refuseSharedKeys() {
    keysByFigure.forEach(
        (figure, key) -> {
          List<Budget> budgets = budgetsByFigure.getOrDefault(figure, List.of());
          if (budgets.size() > 1) {
            throw new TareConfigurationException(
                "%s: %s.%s() has %s limits of %s, and a key overrides one only; change the annotations, for example %s"
                    .formatted(
                        assignment(key, configuration),
                        testClass.getName(),
                        method,
                        budgets.size(),
                        figure,
                        budgets.stream()
                            .map(budget -> budget.figure().noun() + " " + text(budget.limit()))
                            .collect(Collectors.joining(", "))));
          }
        });
  }

  /** Returns whether no other method has this name; the keys would apply to its limits, too. */
  private boolean isMethodNameUnique() {
    return Stream.<Class<?>>iterate(testClass, type -> type != null, Class::getSuperclass)
            .flatMap(type -> Stream.of(type.getDeclaredMethods()))
            .filter(other -> KotlinNames.sourceName(other).equals(method) && !other.isBridge())
            .count()
        == 1;
  }

  private static String assignment(String key, Configuration configuration) {
    return key + configuration.text(key).map(text -> " = " + text).orElse("");
  }

  /**
   * Returns the prefixes of the keys of this test, those of the nearest class first, of interfaces
   * last.
   */
  private List<String> prefixes() {
    Set<Class<?>> types = new LinkedHashSet<>();
    for (Class<?> type = testClass; type != null; type = type.getSuperclass()) {
      types.add(type);
    }
    List.copyOf(types).forEach(type -> addInterfaces(type, types));
    return types.stream()
        .flatMap(type -> namesInKeys(type).stream())
        .map(name -> PREFIX + name + "." + method + ".")
        .toList();
  }

  private static void addInterfaces(Class<?> type, Set<Class<?>> types) {
    for (Class<?> implementedInterface : type.getInterfaces()) {
      types.add(implementedInterface);
      addInterfaces(implementedInterface, types);
    }
  }

  private static Quantity parseLimit(Budget budget, String assignment, String text, String key) {
    Quantity limit = budget.limit();
    if (limit == null) {
      throw new TareConfigurationException(
          "%s: the annotation sets no limit of %s that could be overridden; set one in the annotation first"
              .formatted(assignment, budget.figure().noun()));
    }
    try {
      if (limit instanceof DataSize) {
        return DataSize.parse(text);
      }
      return limit instanceof Elapsed ? Elapsed.parse(text) : limit.withAmount(parseNumber(text));
    } catch (IllegalArgumentException e) {
      throw new TareConfigurationException(
          "%s: read as a limit of %s: %s, for example %s = %s"
              .formatted(
                  assignment,
                  budget.figure().noun(),
                  e.getMessage(),
                  key,
                  GROUPED.matcher(text).matches() ? text.replace(",", "") : text(limit)),
          e);
    }
  }

  private static double parseNumber(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          GROUPED.matcher(text).matches() ? "the number has commas" : "not a number", e);
    }
  }

  private static String text(@Nullable Quantity limit) {
    if (limit == null) {
      return "no limit";
    }
    return limit instanceof DataSize || limit instanceof Elapsed
        ? limit.asBudget()
        : BigDecimal.valueOf(limit.amount()).stripTrailingZeros().toPlainString();
  }
}
