package dev.tare.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something that a test printed, as it was printed. Golden files hold it untouched, so that the
 * documentation shows what was really printed; comparing leaves out what must differ.
 */
record Printed(String text) {

  private static final Map<String, String> VARYING = new LinkedHashMap<>();

  static {
    // a longer name of the JVM breaks a line elsewhere
    VARYING.put("\n {14}(?=\\S)", "; ");
    VARYING.put("verdicts-\\d+-\\d+\\.json", "verdicts-<pid>-<start>.json");
    VARYING.put("Java [\\d.]+, [^,]+, ", "Java <version>, <collector>, ");
    // the time of collections and walks
    VARYING.put("(collections|roots) in [\\d.,]+ (us|ms|s)\\b", "$1 in <time>");
    // objects that others create meanwhile, because of which more rounds are judged
    VARYING.put(
        "(minimum|majority) of \\d+ readings, (all equal|[\\d.,]+ B to [\\d.,]+ B)(?=, after \\d+"
            + " warm-up calls; growth)",
        "minimum of <number> readings");
    VARYING.put("in \\d+ (rounds of \\d+ calls)", "in <number> $1");
    // the number that the compiler gives a lambda
    VARYING.put("lambda\\$(\\w+)\\$\\d+", "lambda\\$$1");
    VARYING.put("; \\[\\d+] +", "; [<position>] ");
    VARYING.put("(rounds of \\d+ calls); \\d+ collections", "$1; <number> collections");
    // the number of a pool in its JVM
    VARYING.put("pool-\\d+-thread", "pool-<number>-thread");
    // what a class loader keeps, which depends on the JDK
    VARYING.put("  keeps  .* that would go", "  keeps  <objects> that would go");
    // class loading and linking, which depend on the JDK and on what ran before
    VARYING.put("first call [\\d,]+ B", "first call <bytes>");
    // what a value shares with classes of the JDK
    VARYING.put("; static field java\\.[^;\n]*", "");
    VARYING.put("the value reaches .*? held elsewhere", "the value reaches <bytes> held elsewhere");
  }

  /** Returns the text without what differs from JVM to JVM. */
  String comparable() {
    String comparable = text.strip();
    if (isOfTime()) {
      comparable = withoutTimes();
    } else if (isOfOnlyCall() || isOfPromotion()) {
      comparable = withoutFigures();
    }
    for (Map.Entry<String, String> varying : VARYING.entrySet()) {
      comparable = comparable.replaceAll(varying.getKey(), varying.getValue());
    }
    return comparable;
  }

  private boolean isOfTime() {
    return text.startsWith("Time ");
  }

  /** Returns whether the figure includes the unused ends of the collector's buffers. */
  private boolean isOfPromotion() {
    return text.startsWith("Promoted bytes ");
  }

  private boolean isOfOnlyCall() {
    return text.contains("the body may be called once only");
  }

  /**
   * Removes the figures: an only call depends on the JDK and on earlier tests, rows and order too;
   * at times the JVM makes a collection more or less for promoted bytes, or lowers the age at which
   * objects are promoted.
   */
  private String withoutFigures() {
    return text.strip()
        .replaceAll("(?m)^ +[\\d.]+ % .*\n", "")
        .replaceAll("  +share .*", "  <rows>")
        .replaceAll("\\d[\\d,.]* (KiB|MiB|B)\\b", "<bytes>")
        .replaceAll("<bytes> \\(<bytes>\\)", "<bytes>")
        .replaceAll("<bytes> to <bytes>", "all equal")
        .replaceAll("(minimum|median) of \\d+ readings", "<readings>")
        .replaceAll("<readings>, all equal; interval all equal", "<readings>, all equal")
        .replaceAll("(; |\n {14})\\d+ collections in .*", "") // no room behind an interval
        .replaceAll("\n  distorted   objects become old before their age: .*", "")
        .replaceAll(", [\\d,]+ %", "");
  }

  /**
   * Removes times and their distortions, which differ each time; a figure that a busy machine made
   * larger suggests no budget.
   */
  private String withoutTimes() {
    return text.strip()
        .replaceAll("(?s)\n +share .*?\n  measured ", "\n  measured ")
        .replaceAll("\n  distorted  .*", "")
        .replaceAll("\n  would pass .*", "")
        .replaceAll("grows with \\S+ \\(n\\^[\\d.]+\\)", "grows with <power>")
        .replaceAll("; interval .*", "") // and the phrases that fit behind it
        .replaceAll("one reading; .*", "one reading") // it has an interval after a pause
        .replaceAll("(?<![\\w-])\\d[\\d,.]*(x| (ns|us|ms|s|%))?", "<figure>");
  }

  /** Fails unless the golden file equals this text; in write mode, writes the file instead. */
  void assertHeldBy(Repository repository, String path) {
    Printed golden = new Printed(repository.text(path).orElse(""));
    if (Repository.WRITE && !golden.comparable().equals(comparable())) {
      repository.write(path, text.strip() + "\n");
      golden = this;
    }
    assertThat(comparable()).as(path).isEqualTo(golden.comparable());
  }
}
