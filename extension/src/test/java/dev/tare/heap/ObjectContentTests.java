package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tare.testing.WeavesOrWalks;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

// fields exist to be measured
@SuppressWarnings("UnusedVariable")
@WeavesOrWalks
class ObjectContentTests {

  private static final Oracle ORACLE = new Oracle();

  private final ObjectGraph graph = ObjectGraph.open();

  static class Base {
    long serial;
    @Nullable Object owner;
    boolean open;
  }

  static final class Derived extends Base {
    int count;
    boolean closed;
    @Nullable String name;
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void contentHasTheFieldsOfSuperclassesInTheLayout(ObjectLayout layout, String content) {
    assertThat(graph.withLayout(layout).contentOf(new Derived())).isEqualTo(content);
  }

  static Stream<Arguments> layouts() {
    String fields = " B header, 2 references, 1 long, 1 int, 2 boolean, ";
    return Stream.of(
        Arguments.of(ObjectLayout.COMPRESSED, "12" + fields + "6 B padding"),
        Arguments.of(ObjectLayout.COMPACT, "8" + fields + "2 B padding"),
        Arguments.of(ObjectLayout.WIDE, "12" + fields + "6 B padding"));
  }

  @Test
  void arraysHaveTheirLength() {
    assertThat(graph.contentOf(new char[9])).isEqualTo("char[9]");
    assertThat(graph.contentOf(new int[3][5])).isEqualTo("int[3][]");
    assertThat(graph.contentOf(new String[0])).isEqualTo("java.lang.String[0]");
  }

  @Test
  void shellHasTheContent() {
    ProfileNode root = graph.profile(new Object[] {new char[9]});

    assertThat(root.content()).isEqualTo("java.lang.Object[1]");
    assertThat(root.shell().content()).isEqualTo(root.content());
    assertThat(root.shell()).asString().startsWith("<shell> : java.lang.Object[1], ");
    assertThat(root.dump()).contains("[0] : char[]").contains("<shell> : java.lang.Object[1]");
  }

  @Test
  void memoryOutsideTheHeapHasNoHeader() {
    assertThat(graph.weighingOffHeap().contentOf(ByteBuffer.allocateDirect(5000)))
        .isEqualTo("5,000 B");
  }

  @Test
  void hiddenFieldsAreNoPadding() {
    assertThat(graph.withLayout(ObjectLayout.COMPRESSED).contentOf("text"))
        .isEqualTo("12 B header, 1 reference, 1 int, 1 boolean, 1 byte, 2 B other");
  }

  @Test
  void memoryOutsideTheHeapHasNoLayout() {
    ObjectGraph outside = graph.weighingOffHeap();

    assertThatIllegalStateException()
        .isThrownBy(() -> outside.withLayout(ObjectLayout.COMPACT))
        .withMessageContaining("leave out withLayout");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.heap.HardCases#all")
  void contentIsAtMostTheSizeThatTheJvmReports(String name, Object value) {
    for (Object object : ORACLE.reachable(value)) {
      assertThat(graph.contentOf(object)).as(name).doesNotContain("-");
    }
  }

  @ParameterizedTest
  @MethodSource("ofTheApplication")
  void contentHasTheFieldsThatReflectionLists(Object object) {
    Map<String, Long> types = new TreeMap<>();
    for (Class<?> owner = object.getClass(); owner != null; owner = owner.getSuperclass()) {
      Arrays.stream(owner.getDeclaredFields())
          .filter(field -> !Modifier.isStatic(field.getModifiers()))
          .map(Field::getType)
          .forEach(
              type ->
                  types.merge(type.isPrimitive() ? type.getName() : "reference", 1L, Long::sum));
    }

    Map<String, Long> listed = new TreeMap<>();
    Pattern.compile(", (\\d+) ([a-z]{3,}?)s?(?=,|$)")
        .matcher(graph.contentOf(object))
        .results()
        .forEach(part -> listed.put(part.group(2), Long.valueOf(part.group(1))));

    assertThat(listed).isEqualTo(types);
  }

  static Stream<Object> ofTheApplication() {
    return Stream.of(new Derived(), new HashMap<>(), 1L, new IllegalStateException("x"));
  }
}
