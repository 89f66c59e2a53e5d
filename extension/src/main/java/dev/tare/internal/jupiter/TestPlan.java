package dev.tare.internal.jupiter;

import java.util.ArrayList;
import java.util.List;

/**
 * All promises about one test, read before it runs.
 *
 * @param real the user's method
 * @param calls promises about the calls of the body, in the order in which they measure
 * @param values promises of the method or its classes about the value that the body returns or
 *     hands over
 * @param parameters promises about single parameters
 * @param preparations methods that run before each call of the body
 */
record TestPlan(
    RealMethod real,
    List<Promise> calls,
    List<Promise> values,
    List<ParameterPromise> parameters,
    List<Preparation> preparations) {

  TestPlan {
    calls = List.copyOf(calls);
    values = List.copyOf(values);
    parameters = List.copyOf(parameters);
    preparations = List.copyOf(preparations);
  }

  /** A promise about the value that is handed over through the parameter at an index. */
  record ParameterPromise(int index, Promise promise) {}

  /** Returns all promises about the test. */
  List<Promise> promises() {
    List<Promise> all = new ArrayList<>(calls);
    all.addAll(values);
    parameters.forEach(parameter -> all.add(parameter.promise()));
    return all;
  }

  /**
   * Returns the promises about a parameter: its own, or else those of the method and its classes.
   */
  List<Promise> promisesOf(int parameter) {
    List<Promise> own =
        parameters.stream()
            .filter(promise -> promise.index() == parameter)
            .map(ParameterPromise::promise)
            .toList();
    return own.isEmpty() ? values : own;
  }

  /** Returns whether a parameter has promises of its own. */
  boolean hasOwnPromises(int parameter) {
    return parameters.stream().anyMatch(promise -> promise.index() == parameter);
  }

  /** Returns whether the first call of the body is judged. */
  boolean judgesFirstCall() {
    return calls.stream().anyMatch(Promise::judgesFirstCall);
  }
}
