package dev.tare.assertj;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Formats the call of an assertion for messages: {@code allocatesAtMost("1 KiB")}. */
final class Operation {

  private Operation() {}

  static String text(String method, String argument) {
    return of(method, '"' + argument + '"');
  }

  static String of(String method, Object... arguments) {
    return Arrays.stream(arguments)
        .map(String::valueOf)
        .collect(Collectors.joining(", ", method + "(", ")"));
  }
}
