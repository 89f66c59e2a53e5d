package dev.tare.benchmarks.accounts;

import org.jspecify.annotations.Nullable;

/** The super class of the generated test classes. */
public abstract class AccountedTest {

  /** The system property with the seed. */
  static final String SEED = "accounts.seed";

  private static @Nullable AccountedBody last;

  /** The body that the test method calls. */
  protected final AccountedBody body;

  /** Makes the body of a number. */
  protected AccountedTest(int number) {
    body = AccountedBody.of(Long.getLong(SEED), number);
    last = body;
  }

  /** Returns the body of the test that ran last. */
  static AccountedBody last() {
    if (last == null) {
      throw new IllegalStateException("no test was run");
    }
    return last;
  }

  /** Returns the name of the class with the test of a number. */
  static String name(int number) {
    return "Case" + number;
  }

  /** Returns the source of that class. */
  static String source(int number, String annotation) {
    String size = annotation.contains("Growth(") ? "int size" : "";
    return """
        package %s;

        class %s extends AccountedTest {
          %2$s() {
            super(%d);
          }

          %s
          Object measured(%s) {
            return body.call(%s);
          }
        }
        """
        .formatted(
            AccountedTest.class.getPackageName(),
            name(number),
            number,
            annotation,
            size,
            size.replace("int ", ""));
  }
}
