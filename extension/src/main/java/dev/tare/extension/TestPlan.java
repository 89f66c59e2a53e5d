package dev.tare.extension;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;

/**
 * All promises about one test, read before it runs.
 *
 * @param real the user's method
 * @param calls promises about the calls of the body, in the order in which they measure
 * @param values promises of the method or its classes about the value that the body returns or
 *     hands over
 * @param parameters promises about single parameters, by index
 * @param fields promises about fields of the test classes
 */
record TestPlan(
    RealMethod real,
    List<Promise> calls,
    List<Promise> values,
    Map<Integer, Promise> parameters,
    Map<Field, Promise> fields) {

  TestPlan {
    calls = List.copyOf(calls);
    values = List.copyOf(values);
    parameters = Map.copyOf(parameters);
    fields = Map.copyOf(fields);
  }

  /** Whether anything but the calls of the body is promised. */
  boolean hasValues() {
    return !values.isEmpty() || !parameters.isEmpty() || !fields.isEmpty();
  }

  /** Whether the body is to be called exactly once, because the user said so. */
  boolean once() {
    return calls.stream().anyMatch(call -> call.schedule().explicit() && call.schedule().once());
  }
}
