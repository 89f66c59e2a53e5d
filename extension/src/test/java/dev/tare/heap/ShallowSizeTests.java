package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tare.heap.ShallowSize.Part;
import dev.tare.testing.WeavesOrWalks;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

// fields exist to be measured
@SuppressWarnings("UnusedVariable")
@WeavesOrWalks
class ShallowSizeTests {

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

  @Test
  void fieldsOfSuperclassesCount() {
    ShallowSize parts = graph.withLayout(ObjectLayout.COMPRESSED).partsOf(new Derived());

    assertThat(parts.label()).isEqualTo("dev.tare.heap.ShallowSizeTests$Derived");
    assertThat(parts.parts())
        .containsExactly(
            new Part("reference", 2, 8),
            new Part("long", 1, 8),
            new Part("int", 1, 4),
            new Part("boolean", 2, 2));
    assertThat(parts.description())
        .isEqualTo("12 B header, 2 references, 1 long, 1 int, 2 boolean, 6 B padding");
    assertThat(parts.bytes()).isEqualTo(40);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void partsAreThoseOfTheLayout(ObjectLayout layout) {
    ShallowSize object = graph.withLayout(layout).partsOf(new Derived());

    assertThat(object.header()).isEqualTo(layout.headerBytes());
    assertThat(object.parts()).contains(new Part("reference", 2, 2L * layout.referenceBytes()));
    assertAddsUp(object);
    ShallowSize array = graph.withLayout(layout).partsOf(new Object[7]);
    assertThat(array.header()).isEqualTo(layout.headerBytes() + 4);
    assertThat(array.parts()).contains(new Part("reference", 7, 7L * layout.referenceBytes()));
    assertAddsUp(array);
  }

  static Stream<ObjectLayout> layouts() {
    return Stream.of(ObjectLayout.COMPRESSED, ObjectLayout.COMPACT, ObjectLayout.WIDE);
  }

  @Test
  void arraysHaveTheirLength() {
    assertThat(graph.partsOf(new char[9]).description()).isEqualTo("char[9]");
    assertThat(graph.partsOf(new int[3][5]).description()).isEqualTo("int[3][]");
    assertThat(graph.partsOf(new String[0]).description()).isEqualTo("java.lang.String[0]");
    assertThat(graph.partsOf(new char[9]).parts()).containsExactly(new Part("char", 9, 18));
    assertThat(graph.partsOf(new char[0]).parts()).isEmpty();
  }

  @Test
  void shellHasTheParts() {
    ProfileNode root = graph.profile(new Object[] {new char[9]});

    assertThat(root.parts().description()).isEqualTo("java.lang.Object[1]");
    assertThat(root.shell().parts()).isEqualTo(root.parts());
    assertThat(root.shell()).asString().startsWith("<shell> : java.lang.Object[1], ");
    assertThat(root.dump()).contains("[0] : char[]").contains("<shell> : java.lang.Object[1]");
  }

  @Test
  void memoryOutsideTheHeapHasNoHeader() {
    ShallowSize owner = graph.weighingOffHeap().partsOf(ByteBuffer.allocateDirect(5000));

    assertThat(owner.description()).isEqualTo("5,000 B other");
    assertThat(owner.header()).isZero();
    assertAddsUp(owner);
  }

  @Test
  void memoryOutsideTheHeapHasNoLayout() {
    ObjectGraph outside = graph.weighingOffHeap();

    assertThatIllegalStateException()
        .isThrownBy(() -> outside.withLayout(ObjectLayout.COMPACT))
        .withMessageContaining("leave out withLayout");
  }

  /** The size that the JVM reports, and fields listed by reflection, are the oracle. */
  @ParameterizedTest
  @MethodSource("dev.tare.heap.HardCases#all")
  void partsAddUpToTheSizeThatTheJvmReports(String name, Object value) {
    for (Object object : ORACLE.reachable(value)) {
      ShallowSize parts = graph.partsOf(object);

      assertThat(parts.bytes()).as(name).isEqualTo(ORACLE.shallowSizeOf(object));
      assertAddsUp(parts);
    }
  }

  @ParameterizedTest
  @MethodSource("ofTheApplication")
  void partsAreTheFieldsThatReflectionLists(Object object) {
    List<String> types = new ArrayList<>();
    for (Class<?> owner = object.getClass(); owner != null; owner = owner.getSuperclass()) {
      Arrays.stream(owner.getDeclaredFields())
          .filter(field -> !Modifier.isStatic(field.getModifiers()))
          .map(Field::getType)
          .forEach(type -> types.add(type.isPrimitive() ? type.getName() : "reference"));
    }

    List<String> listed = new ArrayList<>();
    for (Part part : graph.partsOf(object).parts()) {
      for (int i = 0; i < part.count(); i++) {
        listed.add(part.type());
      }
    }

    assertThat(listed).containsExactlyInAnyOrderElementsOf(types);
  }

  static Stream<Arguments> ofTheApplication() {
    return Stream.of(new Derived(), new HashMap<>(), 1L, new IllegalStateException("x"))
        .map(Arguments::of);
  }

  private static void assertAddsUp(ShallowSize parts) {
    assertThat(parts.padding()).as(parts.description()).isNotNegative();
    assertThat(
            parts.header() + parts.parts().stream().mapToLong(Part::bytes).sum() + parts.padding())
        .as(parts.description())
        .isEqualTo(parts.bytes());
  }
}
