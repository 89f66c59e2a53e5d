package dev.tare.broken.model;

import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Breaks no rule. */
record KeepsAll(String text) {

  static final List<KeepsAll> LIST = List.of(new KeepsAll("a"));

  static final UnaryOperator<String> LAMBDA = text -> text + LIST;

  String formatted(int number) {
    String digits = String.format(Locale.ROOT, "%,d of %s", number, "%s".formatted(text));
    return "%s: %s".formatted(digits, number > 1 ? "50 % more" : "one");
  }
}
