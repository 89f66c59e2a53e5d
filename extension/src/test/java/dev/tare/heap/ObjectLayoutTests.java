package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tare.SampledMatrix;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess.Granted;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.internal.heap.memory.ModelledSizes;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.testing.WeavesOrWalks;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@WeavesOrWalks
class ObjectLayoutTests {

  private static final String REFUSED = "-1";

  /** Classes with fields that reflection hides or that are contended. */
  private static final Pattern MAY_BE_REFUSED =
      Pattern.compile(
          "java\\.lang\\.(Module(\\$\\d)?|InternalError|(Live)?StackFrameInfo|invoke\\..*)"
              + "|java\\.util\\.concurrent\\..*|java\\.util\\.zip\\.ZipError"
              + "|.*(Thread|Threads|ThreadSubclass|ThreadSubSubclass|ClassLoader|ReferenceHandler)");

  private final ObjectGraph graph = ObjectGraph.open();

  static Stream<Arguments> layouts() {
    Stream<Arguments> always =
        Stream.of(
            arguments("-XX:-UseCompressedOops", ObjectLayout.WIDE),
            arguments("-XX:ObjectAlignmentInBytes=16", new ObjectLayout(12, 4, 16)));
    Stream<Arguments> sometimes =
        Runtime.version().feature() < 25
            ? Stream.of(
                arguments("-XX:-UseCompressedClassPointers", new ObjectLayout(16, 4, 8)),
                arguments(
                    "-XX:-UseCompressedClassPointers -XX:-UseCompressedOops",
                    new ObjectLayout(16, 8, 8)))
            : Stream.of(
                arguments("-XX:+UseCompactObjectHeaders", ObjectLayout.COMPACT),
                arguments(
                    "-XX:+UseCompactObjectHeaders -XX:-UseCompressedOops"
                        + " -XX:ObjectAlignmentInBytes=16",
                    new ObjectLayout(8, 8, 16)),
                arguments("-XX:-UseCompressedClassPointers", new ObjectLayout(16, 4, 8)));
    return SampledMatrix.of(
        "ObjectLayoutTests.layouts", 1, Stream.concat(always, sometimes).toList());
  }

  /** Compares sizes computed here with those of a JVM that has the layout. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("layouts")
  void computedSizesAgreeWithAJvmOfThatLayout(String options, ObjectLayout layout)
      throws Exception {
    ObjectGraph other = graph.withLayout(layout);
    Map<String, String> computed = new HashMap<>();
    LayoutProbe.weigh(value -> sizeOrRefusal(other, value))
        .forEach((name, size) -> computed.put(name, String.valueOf(size)));
    Set<String> refused = new TreeSet<>(computed.keySet());
    refused.removeIf(name -> !REFUSED.equals(computed.get(name)));
    computed.keySet().removeAll(refused);

    List<String> line = new ArrayList<>(List.of(options.split(" ", -1)));
    line.addAll(
        List.of("-XX:+EnableDynamicAgentLoading", "-Xlog:disable", "-XX:TieredStopAtLevel=1"));
    ChildJvm child = ChildJvm.run(line, LayoutProbe.class);

    Map<String, String> actual = new HashMap<>();
    child.out().lines().map(text -> text.split("\t")).forEach(pair -> actual.put(pair[0], pair[1]));
    assertThat(computed).hasSizeGreaterThan(1500);
    assertThat(refused)
        .hasSizeLessThan(80)
        .allMatch(name -> MAY_BE_REFUSED.matcher(name).matches());
    actual.keySet().removeAll(refused);
    assertThat(actual.keySet()).isEqualTo(computed.keySet());
    assertThat(differences(computed, actual)).isEmpty();
  }

  private static long sizeOrRefusal(ObjectGraph graph, Object value) {
    try {
      return graph.sizeOf(value);
    } catch (UnweighableException e) {
      return Long.parseLong(REFUSED);
    }
  }

  private static List<String> differences(
      Map<String, String> computed, Map<String, String> actual) {
    return computed.entrySet().stream()
        .filter(one -> !one.getValue().equals(actual.get(one.getKey())))
        .map(one -> one + " instead of " + actual.get(one.getKey()))
        .sorted()
        .toList();
  }

  /** Compares with the size of an object, in this JVM and as computed for another layout. */
  @Test
  void sizeOfAClassIsThatOfItsObjects() throws Exception {
    List<Class<?>> types = new ArrayList<>(LayoutProbe.types());
    Supplier<Integer> lambda = types::size;
    types.addAll(List.of(Point.class, TimeUnit.class));
    Instrumentation jvm = ((Granted) Agent.access()).instrumentation();
    ObjectGraph wide = graph.withLayout(ObjectLayout.WIDE);
    for (Class<?> type : types) {
      Object object = LayoutProbe.blank(type);

      assertThat(ObjectLayout.of(type)).as("%s", type).isEqualTo(jvm.getObjectSize(object));
      if (!MAY_BE_REFUSED.matcher(type.getName()).matches()) {
        assertThat(ObjectLayout.WIDE.sizeOf(type)).isEqualTo(wide.shallowSizeOf(object));
      }
    }
    assertThat(ObjectLayout.of(lambda.getClass())).isEqualTo(jvm.getObjectSize(lambda));
    assertThat(ObjectLayout.COMPRESSED.sizeOf(Point.class)).isEqualTo(24);
    assertThat(ObjectLayout.COMPACT.sizeOf(Point.class)).isEqualTo(24);
    assertThat(ObjectLayout.WIDE.sizeOf(Point.class)).isEqualTo(32);
  }

  /** Figures under other layouts: 12 + 4 + 8, 8 + 4 + 8 and 12 + 8 + 8 bytes. */
  private record Point(Object name, double x) {}

  /** Its initializer fails. */
  static final class Uninitializable {
    static final int LENGTH = Integer.parseInt("none");
  }

  /** Its initializer throws what the JVM does not wrap. */
  static final class FailedAssertion {
    static final int LENGTH = failed();

    static int failed() {
      throw new AssertionError("on purpose");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [I                  | objects of int[] differ in size; weigh an object with
          java.lang.Class     | objects of java.lang.Class differ in size
          java.util.List      | no object is of the class java.util.List, which is an interface; name a class
          java.lang.Number    | no object is of the class java.lang.Number, which is abstract
          dev.tare.heap.ObjectLayoutTests$Uninitializable | cannot be initialized: java.lang.Exception
          dev.tare.heap.ObjectLayoutTests$FailedAssertion | cannot be initialized: java.lang.AssertionError: on purpose
          """)
  void classWithoutObjectsOfOneSizeIsRefused(String name, String message) throws Exception {
    Class<?> type = Class.forName(name, false, getClass().getClassLoader());

    assertThatThrownBy(() -> ObjectLayout.of(type))
        .isInstanceOf(UnweighableException.class)
        .hasMessageContaining(message);
    assertThatThrownBy(() -> ObjectLayout.of(int.class))
        .hasMessageStartingWith("no object is of the class int, which is primitive");
    assertThatThrownBy(() -> ObjectLayout.COMPACT.sizeOf(Thread.class))
        .hasMessageContaining("the JVM adds fields to it");
  }

  @Test
  void defaultLayoutIsThatOfTheJvm() {
    assertThat(graph.objectLayout()).isEqualTo(ObjectLayout.current());
    assertThat(graph.withLayout(ObjectLayout.WIDE).objectLayout()).isEqualTo(ObjectLayout.WIDE);
    assertThat(graph.layout().objects()).isEqualTo(ObjectLayout.current());
  }

  @Test
  void layoutAppliesToEveryMethodAndWithOtherOptions() {
    Map<String, List<Integer>> value = new HashMap<>(Map.of("a", List.of(1000), "b", List.of()));
    ObjectGraph wide = graph.withLayout(ObjectLayout.WIDE);
    long size = wide.sizeOf(value);

    assertThat(size).isNotEqualTo(graph.withLayout(ObjectLayout.COMPACT).sizeOf(value));
    assertThat(wide.footprint(value).size().bytes()).isEqualTo(size);
    assertThat(wide.paths(value).size().bytes()).isEqualTo(size);
    assertThat(wide.sizeDelta(new Object(), value)).isEqualTo(size);
    assertThat(wide.profile(value).size()).isEqualTo(size);
    assertThat(wide.profile(value).retainedSize()).isEqualTo(size);
    assertThat(wide.retained(value).reachable().bytes()).isEqualTo(size);
    assertThat(wide.withoutFields(HashMap.class, "table").sizeOf(value))
        .isEqualTo(
            graph.withoutFields(HashMap.class, "table").withLayout(ObjectLayout.WIDE).sizeOf(value))
        .isEqualTo(wide.shallowSizeOf(value));
  }

  @Test
  void classIsRefusedIfTheModelDisagreesWithTheJvm() {
    ObjectLayout wrong = new ObjectLayout(16, 8, 8);
    ObjectSizes sizes = new ModelledSizes(ObjectLayout.COMPACT, wrong);

    assertThatThrownBy(() -> sizes.of("text"))
        .isInstanceOf(UnweighableException.class)
        .hasMessage(
            "java.lang.String cannot be weighed for 8-byte headers, 4-byte references: this JVM has"
                + " 24 B where the model has 32; weigh it for the layout of this JVM, or ignore"
                + " java.lang.String");
  }

  @Test
  void layoutsDifferIfAnyNumberDiffers() {
    assertThat(new ObjectLayout(12, 4, 8))
        .isEqualTo(ObjectLayout.COMPRESSED)
        .hasSameHashCodeAs(ObjectLayout.COMPRESSED)
        .isNotEqualTo(new ObjectLayout(8, 4, 8))
        .isNotEqualTo(new ObjectLayout(12, 8, 8))
        .isNotEqualTo(new ObjectLayout(12, 4, 16))
        .isNotEqualTo("12-byte headers, 4-byte references");
  }

  @Test
  void impossibleLayoutsAreRefused() {
    assertThat(new ObjectLayout(8, 8, 32))
        .hasToString("8-byte headers, 8-byte references, 32-byte alignment");
    assertThatThrownBy(() -> new ObjectLayout(4, 4, 8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no JVM has 4-byte headers, 4-byte references");
    assertThatThrownBy(() -> new ObjectLayout(8, 4, 24))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ObjectLayout(12, 2, 8))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
