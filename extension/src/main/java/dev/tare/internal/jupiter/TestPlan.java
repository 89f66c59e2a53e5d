package dev.tare.internal.jupiter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All promises about one test, read before it runs.
 *
 * @param real the user's method
 * @param calls promises about the calls of the body, in the order in which they measure
 * @param values promises of the method or its classes about the value that the body returns or
 *     hands over
 * @param parameters promises about the values of single parameters, by index
 * @param preparations methods that run before each call of the body
 */
record TestPlan(
    RealMethod real,
    List<Promise> calls,
    List<Promise> values,
    Map<Integer, List<Promise>> parameters,
    List<Preparation> preparations) {

  /** Returns all promises about the test. */
  List<Promise> promises() {
    List<Promise> all = new ArrayList<>(calls);
    all.addAll(values);
    parameters.values().forEach(all::addAll);
    return all;
  }

  /**
   * Returns the promises about a parameter: its own, or else those of the method and its classes.
   */
  List<Promise> promisesOf(int parameter) {
    return parameters.getOrDefault(parameter, values);
  }

  /** Returns whether the first call of the body is judged. */
  boolean judgesFirstCall() {
    return calls.stream().anyMatch(Promise::judgesFirstCall);
  }
}
