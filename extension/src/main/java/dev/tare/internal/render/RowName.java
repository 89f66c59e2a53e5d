package dev.tare.internal.render;

import dev.tare.model.Breakdown;
import java.util.regex.Pattern;

/**
 * Names of the rows of a breakdown that are the same in each run: without the numbers of lines, of
 * lambdas and of threads.
 */
public final class RowName {

  /** File and line of a stack frame: an edit elsewhere in the file moves the line. */
  private static final Pattern LINE = Pattern.compile("\\([^()\\s]*:[0-9]+\\)");

  /** Number that the compiler gives to a lambda, which depends on those before it. */
  private static final Pattern LAMBDA = Pattern.compile("(lambda\\$\\w+)\\$[0-9]+");

  /** Class of a lambda: its number and address differ in each JVM. */
  private static final Pattern LAMBDA_CLASS = Pattern.compile("(\\$\\$Lambda)[$/][\\w/$]+");

  /** Name of a thread at the end of a place, which may have a number. */
  private static final Pattern THREAD = Pattern.compile("(?<=\\)) on [^)]+$");

  private RowName() {}

  /** Returns the class and the place of a row in one line: {@code byte[] at index.table[*].key}. */
  public static String of(Breakdown.Row row) {
    String type = LAMBDA_CLASS.matcher(row.type()).replaceAll("$1");
    String place = THREAD.matcher(row.where()).replaceAll(" on other threads");
    place = LINE.matcher(place).replaceAll("");
    place = LAMBDA.matcher(place).replaceAll("$1");
    place = LAMBDA_CLASS.matcher(place).replaceAll("$1");
    return OneLine.of(place.isEmpty() ? type : type + " at " + place);
  }
}
