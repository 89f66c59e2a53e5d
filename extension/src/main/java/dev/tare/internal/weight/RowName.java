package dev.tare.internal.weight;

import dev.tare.internal.render.OneLine;
import dev.tare.model.Breakdown;
import java.util.regex.Pattern;

/**
 * Names of the rows of a breakdown that are the same in each run: without the numbers of lines, of
 * lambdas and of threads.
 */
final class RowName {

  /** File and line of a stack frame: an edit elsewhere in the file moves the line. */
  private static final Pattern LINE = Pattern.compile("\\([^()\\s]*:[0-9]+\\)");

  /** Number that the compiler gives to a lambda, which depends on those before it. */
  private static final Pattern LAMBDA = Pattern.compile("(lambda\\$\\w+)\\$[0-9]+");

  /** Class of a lambda or another hidden class: its number and address differ in each JVM. */
  private static final Pattern LAMBDA_CLASS =
      Pattern.compile("(\\$\\$Lambda)[$/][\\w/$]+|[/+]0x[0-9a-f]{8,16}");

  /** Class that is generated at run time, whose package or number depends on those before it. */
  private static final Pattern GENERATED =
      Pattern.compile(
          "(?:jdk|com\\.sun)\\.proxy\\d*\\.(\\$Proxy)\\d+|(\\$Proxy|MockitoMock\\$|Accessor)\\d+");

  /** Hash code of an object, where it has no {@code toString()}: {@code com.acme.Key@1b6d3586}. */
  private static final Pattern HASH_CODE =
      Pattern.compile("(\\w+(?:[.$]+\\w+)+(?:\\$\\$Lambda)?)@[0-9a-f]{1,8}(?![\\w.-])");

  /** Name of a thread at the end of a place, which may have a number. */
  private static final Pattern THREAD = Pattern.compile("(?<=\\)) on [^)]+$");

  private RowName() {}

  /** Returns the class and the place of a row in one line: {@code byte[] at index.table[*].key}. */
  static String of(Breakdown.Row row) {
    String type = withoutNumbers(row.type());
    String place = THREAD.matcher(row.where()).replaceAll(" on other threads");
    place = LINE.matcher(place).replaceAll("");
    place = withoutNumbers(LAMBDA.matcher(place).replaceAll("$1"));
    return OneLine.of(place.isEmpty() ? type : type + " at " + place);
  }

  private static String withoutNumbers(String classes) {
    String hidden = LAMBDA_CLASS.matcher(classes).replaceAll("$1");
    return GENERATED.matcher(hidden).replaceAll("$1$2");
  }

  /** Returns the name of an invocation without addresses and hash codes of its arguments. */
  static String withoutAddresses(String invocation) {
    return HASH_CODE.matcher(LAMBDA_CLASS.matcher(invocation).replaceAll("$1")).replaceAll("$1");
  }
}
