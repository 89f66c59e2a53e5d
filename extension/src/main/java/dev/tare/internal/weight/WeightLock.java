package dev.tare.internal.weight;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

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

  /** Returns this lock without the weights of some methods, in all JVMs. */
  WeightLock withoutMethods(Predicate<String> methods) {
    WeightLock kept = this;
    for (String jvm : weights.keySet()) {
      kept = kept.without(jvm, figure -> methods.test(method(figure)));
    }
    return kept;
  }

  /** Returns this lock without the weights that some tests have in a JVM. */
  WeightLock withoutTests(String jvm, Set<String> tests) {
    return without(jvm, figure -> tests.contains(figure.substring(0, figure.lastIndexOf(": "))));
  }

  private WeightLock without(String jvm, Predicate<String> figures) {
    TreeMap<String, SortedMap<String, Weight>> copy = new TreeMap<>(weights);
    TreeMap<String, Weight> kept = new TreeMap<>(ofJvm(jvm));
    kept.keySet().removeIf(figures);
    copy.put(jvm, kept);
    return new WeightLock(className, copy);
  }

  /** Returns the names of all methods with a weight, in their order. */
  List<String> methods() {
    return weights.values().stream()
        .flatMap(figures -> figures.keySet().stream())
        .map(WeightLock::method)
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns the name of the method that a figure belongs to. */
  static String method(String figure) {
    return figure.substring(0, Math.max(0, figure.indexOf('(')));
  }
}
