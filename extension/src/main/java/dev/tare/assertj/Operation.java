package dev.tare.assertj;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats the call of an assertion for messages: {@code allocatesAtMost("1 KiB")}. */
final class Operation {

  private Operation() {}

  /**
   * Returns the call as in a source file.
   *
   * @throws IllegalArgumentException if an argument is null
   */
  static String of(String method, @Nullable Object... arguments) {
    String call =
        method
            + Arrays.stream(arguments)
                .map(Operation::text)
                .collect(Collectors.joining(", ", "(", ")"));
    if (Arrays.asList(arguments).contains(null)) {
      throw new IllegalArgumentException(call + ": an argument must not be null");
    }
    return call;
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
