package dev.tare.internal.weight;

import dev.tare.internal.render.OneLine;
import dev.tare.model.Breakdown;
import java.util.regex.Pattern;

/** Names that are the same in each run: without the numbers of lines, lambdas and objects. */
final class RowName {

  /** Class of a lambda or another hidden class: its number and address differ in each JVM. */
  private static final String HIDDEN = "(\\$\\$Lambda)[$/][\\w/$]+|[/+]0x[0-9a-f]{8,16}";

  /** A line, a lambda's method, which is numbered, and classes that are generated at run time. */
  private static final Pattern NUMBERED =
      Pattern.compile(
          HIDDEN
              + "|\\([^()\\s]*:[0-9]+\\)"
              + "|(lambda\\$\\w+)\\$[0-9]+"
              + "|(?:jdk|com\\.sun)\\.proxy\\d*\\.(\\$Proxy)\\d+"
              + "|(\\$Proxy|MockitoMock\\$|Accessor)\\d+");

  private static final Pattern HIDDEN_CLASS = Pattern.compile(HIDDEN);

  /** Hash code of an object, where it has no {@code toString()}: {@code com.acme.Key@1b6d3586}. */
  private static final Pattern HASH_CODE =
      Pattern.compile("(\\w+(?:[.$]+\\w+)+(?:\\$\\$Lambda)?)@[0-9a-f]{1,8}(?![\\w.-])");

  private RowName() {}

  /** Returns the class and the place of a row in one line: {@code byte[] at index.table[*].key}. */
  static String of(Breakdown.Row row) {
    String name = row.where().isEmpty() ? row.type() : row.type() + " at " + row.where();
    return OneLine.of(NUMBERED.matcher(name).replaceAll("$1$2$3$4"));
  }

  /** Returns the name of an invocation without addresses and hash codes of its arguments. */
  static String withoutAddresses(String invocation) {
    return HASH_CODE.matcher(HIDDEN_CLASS.matcher(invocation).replaceAll("$1")).replaceAll("$1");
  }
}
