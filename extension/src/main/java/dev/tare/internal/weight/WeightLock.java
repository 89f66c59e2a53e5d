package dev.tare.internal.weight;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
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

  /**
   * Returns this lock without some figures.
   *
   * @param removed whether to remove a figure of a JVM
   */
  WeightLock without(BiPredicate<String, String> removed) {
    TreeMap<String, SortedMap<String, Weight>> copy = new TreeMap<>();
    weights.forEach(
        (jvm, figures) -> {
          TreeMap<String, Weight> kept = new TreeMap<>(figures);
          kept.keySet().removeIf(figure -> removed.test(jvm, figure));
          copy.put(jvm, kept);
        });
    return new WeightLock(className, copy);
  }

  /** Returns the figures of all JVMs. */
  Stream<String> figures() {
    return weights.values().stream().flatMap(figures -> figures.keySet().stream()).distinct();
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
