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
    VARYING.put("verdicts-\\d+-\\d+\\.json", "verdicts-<pid>-<start>.json");
    VARYING.put("Java [\\d.]+, [^,]+, ", "Java <version>, <collector>, ");
    // class loading and linking, which depend on the JDK and on what ran before
    VARYING.put("first call [\\d,]+ B", "first call <bytes>");
  }

  /** The text without what differs from JVM to JVM. */
  String comparable() {
    String comparable = text.strip();
    for (Map.Entry<String, String> varying : VARYING.entrySet()) {
      comparable = comparable.replaceAll(varying.getKey(), varying.getValue());
    }
    return comparable;
  }

  /** Fails unless the golden file holds this; when files are written, writes it if it does not. */
  void assertHeldBy(Repository repository, String path) {
    Printed golden = new Printed(repository.text(path).orElse(""));
    if (Repository.WRITE && !golden.comparable().equals(comparable())) {
      repository.write(path, text.strip() + "\n");
      golden = this;
    }
    assertThat(comparable()).as(path).isEqualTo(golden.comparable());
  }
}
