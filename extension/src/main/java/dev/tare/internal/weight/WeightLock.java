package dev.tare.internal.weight;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The weights of one test class: the content of a file with the ending {@code .tare}.
 *
 * @param className the binary name of the test class
 * @param weights the weights by JVM, then by figure: {@code lookup(): allocated bytes}
 */
record WeightLock(String className, SortedMap<String, SortedMap<String, Weight>> weights) {

  WeightLock {
    TreeMap<String, SortedMap<String, Weight>> copy = new TreeMap<>();
    weights.forEach(
        (jvm, figures) -> {
          if (!figures.isEmpty()) {
            copy.put(jvm, Collections.unmodifiableSortedMap(new TreeMap<>(figures)));
          }
        });
    weights = Collections.unmodifiableSortedMap(copy);
  }

  static WeightLock empty(String className) {
    return new WeightLock(className, new TreeMap<>());
  }

  /** Returns the weight of a figure in a JVM; empty if the lock has none. */
  Optional<Weight> weight(String jvm, String figure) {
    return Optional.ofNullable(ofJvm(jvm).get(figure));
  }

  /** Returns the weights of one JVM by figure. */
  SortedMap<String, Weight> ofJvm(String jvm) {
    return weights.getOrDefault(jvm, Collections.emptySortedMap());
  }

  /** Returns this lock with other weights of some figures in a JVM. */
  WeightLock with(String jvm, Map<String, Weight> changed) {
    TreeMap<String, SortedMap<String, Weight>> copy = new TreeMap<>(weights);
    TreeMap<String, Weight> figures = new TreeMap<>(ofJvm(jvm));
    figures.putAll(changed);
    copy.put(jvm, figures);
    return new WeightLock(className, copy);
  }

  /** Returns this lock without some figures, in all JVMs. */
  WeightLock without(Predicate<String> removed) {
    WeightLock kept = this;
    for (String jvm : weights.keySet()) {
      kept = kept.without(jvm, removed);
    }
    return kept;
  }

  /** Returns this lock without the weights that some tests have in a JVM. */
  WeightLock withoutTests(String jvm, Set<String> tests) {
    return without(jvm, figure -> tests.contains(figure.substring(0, figure.lastIndexOf(": "))));
  }

  private WeightLock without(String jvm, Predicate<String> removed) {
    TreeMap<String, SortedMap<String, Weight>> copy = new TreeMap<>(weights);
    TreeMap<String, Weight> kept = new TreeMap<>(ofJvm(jvm));
    kept.keySet().removeIf(removed);
    copy.put(jvm, kept);
    return new WeightLock(className, copy);
  }

  /** Returns the figures of all JVMs. */
  Stream<String> figures() {
    return weights.values().stream().flatMap(figures -> figures.keySet().stream()).distinct();
  }

  /** Returns how the figures of a method begin: {@code lookup(String, int)}. */
  static String signature(Method method) {
    return Stream.of(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", method.getName() + "(", ")"));
  }

  /** Returns whether a figure is of the method with a signature. */
  static boolean isOf(String figure, String signature) {
    return figure.startsWith(signature + ":") || figure.startsWith(signature + " ");
  }

  /** Returns the test that a figure is of: {@code lookup(String)}. */
  static String test(String figure) {
    int end = figure.indexOf(')');
    return end < 0 ? figure : figure.substring(0, end + 1);
  }
}
