package dev.tare.broken.model;

import java.util.List;
import java.util.function.UnaryOperator;

/** Breaks no rule. */
record KeepsAll(String text) {

  static final List<KeepsAll> LIST = List.of(new KeepsAll("a"));

  static final UnaryOperator<String> LAMBDA = text -> text + LIST;
}
