package dev.tare.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Measurement.Observed;
import dev.tare.unit.Elapsed;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A method of a record that returns a changed copy keeps all other components. A component that is
 * added later is checked without a change of this test, except for its value in the example.
 */
class CopiesTests {

  private static final Elapsed ONE = new Elapsed(1);
  private static final Elapsed TWO = new Elapsed(2);
  private static final Elapsed THREE = new Elapsed(3);
  private static final Figure FIGURE = new Figure("time", "time", false);
  private static final Remark REMARK = Remark.of("remark");
  private static final PointSeries SERIES =
      new PointSeries("a", "ns", List.of(1.0), List.of(2.0), Map.of("mark", List.of(0)));
  private static final Breakdown BREAKDOWN =
      new Breakdown(
          TWO,
          List.of(new Breakdown.Row(TWO, 1, "type", "where")),
          List.of(REMARK),
          List.of(),
          List.of());
  private static final Sampling SAMPLING =
      new Sampling("median", 5, 7, ONE, THREE, TWO, List.of(SERIES), 16.0);
  private static final Budget BUDGET = new Budget(FIGURE, TWO, "tare.key");

  /** Examples without a default value among their components. */
  private static final List<Record> EXAMPLES =
      List.of(
          BUDGET,
          SAMPLING,
          SERIES,
          BREAKDOWN,
          new Observed(
              FIGURE,
              TWO,
              ONE,
              THREE,
              SAMPLING,
              List.of("phrase"),
              List.of(REMARK),
              BREAKDOWN,
              "doubt"));

  /** The components that a method may change, where its name does not tell them. */
  private static final Map<String, Set<String>> CHANGED =
      Map.of(
          "from", Set.of("source"),
          "named", Set.of("name", "figure"),
          "withoutBreakdown", Set.of("breakdown"),
          "withInterval", Set.of("lower", "upper"),
          "inDoubt", Set.of("lower", "upper", "doubt"),
          "atLeast", Set.of("upper", "doubt"),
          "because", Set.of("doubt"),
          "alsoCounted", Set.of("counted"),
          "alsoDistorted", Set.of("distortions"));

  static Stream<Arguments> copies() {
    return EXAMPLES.stream()
        .flatMap(
            example ->
                Arrays.stream(example.getClass().getDeclaredMethods())
                    .filter(method -> Modifier.isPublic(method.getModifiers()))
                    .filter(method -> !Modifier.isStatic(method.getModifiers()))
                    .filter(method -> method.getReturnType() == example.getClass())
                    .map(method -> Arguments.of(example, method)));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("copies")
  void copyKeepsAllOtherComponents(Record example, Method method) throws Exception {
    Object[] arguments =
        Arrays.stream(method.getParameterTypes()).map(type -> argument(method, type)).toArray();

    Object copy = method.invoke(example, arguments);

    assertThat(copy).isNotEqualTo(example);
    for (RecordComponent component : example.getClass().getRecordComponents()) {
      if (!changed(method.getName()).contains(component.getName())) {
        assertThat(component.getAccessor().invoke(copy))
            .as("%s after %s", component.getName(), method.getName())
            .isEqualTo(component.getAccessor().invoke(example));
      }
    }
  }

  /** Returns the components that a method changes: {@code notes} by {@code withNotes}. */
  private static Set<String> changed(String method) {
    Set<String> told = CHANGED.get(method);
    if (told != null) {
      return told;
    }
    String component = method.substring("with".length());
    return Set.of(component.substring(0, 1).toLowerCase(Locale.ROOT) + component.substring(1));
  }

  /** Returns a value that differs from that of the examples. */
  private static Object argument(Method method, Class<?> type) {
    if (method.getName().equals("alsoCounted")) {
      return List.of("another phrase");
    }
    Class<?> wrapper = MethodType.methodType(type).wrap().returnType();
    return Stream.of(
            "other",
            2,
            8.0,
            List.of(),
            TWO,
            Sampling.single(TWO),
            Remark.of("another"),
            new Breakdown(TWO, BREAKDOWN.rows(), List.of()))
        .filter(wrapper::isInstance)
        .findFirst()
        .orElseThrow();
  }
}
