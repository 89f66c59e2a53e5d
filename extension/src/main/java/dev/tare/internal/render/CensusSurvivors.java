package dev.tare.internal.render;

import dev.tare.internal.render.TextTable.Column;
import dev.tare.internal.survival.ClassTotal;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Formats what the one call of a test of a census left behind.
 *
 * @param test the name of the test, as the table shows it
 * @param classes the classes of which there are more objects than before
 */
public record CensusSurvivors(String test, Map<String, ClassTotal> classes) {

  /** Beginnings of the names of classes whose objects the JVM and JUnit create for themselves. */
  private static final List<String> OF_THE_JVM =
      List.of("java.lang.invoke.", "java.lang.reflect.", "jdk.internal.", "sun.", "org.junit.");

  private static final int MAX_CLASS_WIDTH = 40;

  private static final List<Column> COLUMNS =
      List.of(
          Column.left("test", Integer.MAX_VALUE),
          Column.right("left behind"),
          Column.right("JVM and JUnit"),
          Column.left("most of it", MAX_CLASS_WIDTH),
          Column.left("would hold it", Integer.MAX_VALUE));

  private static final Comparator<CensusSurvivors> LARGEST_FIRST =
      Comparator.comparingLong(CensusSurvivors::bytes)
          .reversed()
          .thenComparing(CensusSurvivors::test);

  /** Copies the map. */
  public CensusSurvivors {
    classes = Map.copyOf(classes);
  }

  /** Returns the bytes of all classes but those of JVM and JUnit. */
  private long bytes() {
    return classBytes(false);
  }

  private long classBytes(boolean ofTheJvm) {
    return classes.entrySet().stream()
        .filter(row -> isOfTheJvm(row.getKey()) == ofTheJvm)
        .mapToLong(row -> row.getValue().bytes())
        .sum();
  }

  private static boolean isOfTheJvm(String className) {
    return className.equals("java.lang.Class")
        || OF_THE_JVM.stream().anyMatch(className::startsWith);
  }

  private String annotation() {
    return bytes() == 0 ? "@NoSurvivors" : "@MaxSurvivingBytes(" + CensusText.limit(bytes()) + ")";
  }

  /** Returns the lines of the tests that left most behind, and of all together. */
  static List<String> lines(List<CensusSurvivors> tests) {
    List<CensusSurvivors> leaving =
        tests.stream().filter(test -> test.bytes() > 0).sorted(LARGEST_FIRST).toList();
    List<String> lines =
        new ArrayList<>(
            CensusText.largest(COLUMNS, leaving.stream().map(CensusSurvivors::cells).toList()));
    lines.add(
        "Tare census: %s of %s left %s behind, besides %s of JVM and JUnit; estimated from one call each"
            .formatted(
                AmountText.grouped(leaving.size()),
                Count.withNoun(tests.size(), "test", "tests"),
                sum(tests, false),
                sum(tests, true)));
    return lines;
  }

  private static String sum(List<CensusSurvivors> tests, boolean ofTheJvm) {
    return new DataSize(tests.stream().mapToLong(test -> test.classBytes(ofTheJvm)).sum())
        .rounded();
  }

  private List<String> cells() {
    return List.of(
        test,
        new DataSize(bytes()).exact(),
        new DataSize(classBytes(true)).exact(),
        largestFirst()
            .findFirst()
            .map(
                row ->
                    row.getKey().substring(row.getKey().lastIndexOf('.') + 1)
                        + " "
                        + new DataSize(row.getValue().bytes()).exact())
            .orElse(""),
        annotation());
  }

  /** Returns the fields of the JSON document. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("bytes", bytes());
    fields.put("jvmBytes", classBytes(true));
    fields.put("annotation", annotation());
    fields.put("classes", largestFirst().map(CensusSurvivors::fields).toList());
    return fields;
  }

  private static Map<String, Object> fields(Map.Entry<String, ClassTotal> row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("class", row.getKey());
    fields.put("objects", row.getValue().objects());
    fields.put("bytes", row.getValue().bytes());
    fields.put("ofTheJvm", isOfTheJvm(row.getKey()));
    return fields;
  }

  /** Returns the classes with those of the JVM last. */
  private Stream<Map.Entry<String, ClassTotal>> largestFirst() {
    return classes.entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<String, ClassTotal> row) -> isOfTheJvm(row.getKey()))
                .thenComparing(row -> -row.getValue().bytes())
                .thenComparing(Map.Entry::getKey));
  }
}
