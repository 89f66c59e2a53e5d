package dev.tare.assertj;

import java.util.Arrays;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats the call of an assertion for messages: {@code allocatesAtMost("1 KiB")}. */
final class Operation {

  private Operation() {}

  /**
   * Returns the call as in a source file.
   *
   * @throws IllegalArgumentException if an argument is null, or a text is blank
   */
  static String of(String method, @Nullable Object... arguments) {
    String call = method + Arrays.stream(arguments).map(Operation::text).collect(inBrackets());
    if (Arrays.asList(arguments).contains(null)) {
      throw new IllegalArgumentException(call + ": an argument must not be null");
    }
    if (Arrays.stream(arguments).anyMatch(Operation::isBlank)) {
      throw new IllegalArgumentException(
          "%s: a text must not be blank, for example %s%s"
              .formatted(
                  call,
                  method,
                  Arrays.stream(arguments)
                      .map(argument -> text(isBlank(argument) ? example(method) : argument))
                      .collect(inBrackets())));
    }
    return call;
  }

  private static Collector<CharSequence, ?, String> inBrackets() {
    return Collectors.joining(", ", "(", ")");
  }

  private static boolean isBlank(@Nullable Object argument) {
    return argument instanceof String text && text.isBlank();
  }

  /** Returns a text that a method accepts. */
  private static String example(String method) {
    return switch (method) {
      case "takesAtMost", "takesAtMostInFirstCall" -> "2 ms";
      case "callsAtMost" -> "size";
      default -> "1 KiB";
    };
  }

  private static String text(@Nullable Object argument) {
    if (argument instanceof String text) {
      return '"' + text + '"';
    }
    if (argument instanceof Class<?> type) {
      return type.getSimpleName() + ".class";
    }
    if (argument instanceof int[] numbers) {
      return Arrays.stream(numbers).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    }
    // no method of a user's object is called
    return argument == null || argument instanceof Number || argument instanceof Enum<?>
        ? String.valueOf(argument)
        : "…";
  }
}
