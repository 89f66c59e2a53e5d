package outcomes;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.NoAllocation;
import dev.tare.benchmark.Benchmarked;
import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import dev.tare.survival.MustBeCollected;
import dev.tare.survival.Released;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits with the ways in which JUnit declares tests. */
class PlatformTests implements Inherited {

  private int calls;
  private Object sink;

  enum Side {
    LEFT,
    RIGHT
  }

  @Retention(RetentionPolicy.RUNTIME)
  @MaxAllocatedBytes("50 B")
  @interface Small {}

  @Retention(RetentionPolicy.RUNTIME)
  @Test
  @MaxAllocatedBytes("50 B")
  @interface SmallTest {}

  abstract static class Base {

    abstract int size();

    @MaxAllocatedBytes("100 B")
    byte[] inherited() {
      return new byte[size()];
    }

    @MaxAllocatedBytes("10 B")
    byte[] overridden() {
      return new byte[size()];
    }
  }

  static List<String> words() {
    return List.of("a", "bb");
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 100, 1_000})
  @MaxAllocatedBytes("200 B")
  void parameterized(int size) {
    sink = new byte[size];
  }

  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource({"1, a", "100, b"})
  @MaxAllocatedBytes("50 B")
  void severalArguments(int size, String text) {
    sink = new byte[size];
  }

  @ParameterizedTest
  @EnumSource(Side.class)
  @NoAllocation
  void enums(Side side) {
    sink = side == Side.LEFT ? null : new byte[10];
  }

  @ParameterizedTest
  @NullSource
  @MethodSource("words")
  @NoAllocation
  void nullArgument(String word) {
    calls += word == null ? 0 : word.length();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 100})
  void values(int size, @MaxRetainedSize("50 B") Retained<byte[]> value) {
    value.hold(new byte[size]);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 100})
  @MaxRetainedSize("50 B")
  byte[] returnsAValue(int size) {
    return new byte[size];
  }

  @RepeatedTest(3)
  @MaxAllocatedBytes("40 B")
  void repeated(TestInfo info) {
    sink = new byte[calls++];
  }

  @RepeatedTest(2)
  void repeatedRelease(@MustBeCollected Released<Object> released) {
    released.letGo(new Object());
  }

  @TestFactory
  Stream<DynamicNode> dynamic() {
    return Stream.of(
        dynamicTest("within", () -> assertThatCalling(() -> calls++).allocatesNothing()),
        dynamicContainer(
            "inner",
            List.of(
                dynamicTest(
                    "above", () -> assertThatCalling(() -> new byte[10]).allocatesNothing()))));
  }

  @TestFactory
  @MaxAllocatedBytes("50 B")
  Stream<DynamicNode> limitedDynamic() {
    return Stream.of(
        dynamicTest("small", () -> sink = new byte[10]),
        dynamicTest("large", () -> sink = new byte[100]));
  }

  @TestFactory
  @MaxInvocations(type = Side.class, method = "ordinal", value = 10)
  Stream<DynamicNode> countedDynamic() {
    return Stream.of(dynamicTest("counted", () -> calls += Side.LEFT.name().length()));
  }

  @Small
  byte[] ownAnnotation() {
    return new byte[100];
  }

  @SmallTest
  void ownTestAnnotation() {
    sink = new byte[100];
  }

  @Disabled("not now")
  @NoAllocation
  byte[] disabled() {
    return new byte[10];
  }

  @Tag("slow")
  @NoAllocation
  byte[] tagged() {
    return new byte[10];
  }

  @NoAllocation
  int resolvesParameters(TestInfo info) {
    return info.getTags().isEmpty() ? 1 : 0;
  }

  @NoAllocation
  @MaxRetainedSize("50 B")
  byte[] twoLimits() {
    return new byte[100];
  }

  @MaxAllocatedBytes("1 KiB")
  @MaxInvocations(type = ArrayList.class, method = "add", value = 0)
  @MaxRetainedSize("10 B")
  Object threeLimits() {
    List<Object> list = new ArrayList<>();
    list.add("x");
    return list;
  }

  @NoAllocation
  @Benchmarked(max = "1 s")
  int timeAndBytes() {
    return calls++;
  }

  @Nested
  class Inner {

    private final List<Object> before = new ArrayList<>();

    @BeforeEach
    void runsOnce() {
      before.add("x");
    }

    @AfterEach
    void emptied() {
      before.clear();
    }

    @NoAllocation
    int seesTheFixture() {
      return before.size();
    }

    @NoAllocation
    byte[] above() {
      return new byte[before.size()];
    }

    @Nested
    class Deep {

      @NoAllocation
      byte[] above() {
        return new byte[10];
      }
    }
  }

  @Nested
  @MaxAllocatedBytes("50 B")
  class DefaultOfTheClass {

    @Test
    void takesTheDefault() {
      sink = new byte[100];
    }

    @Test
    @MaxAllocatedBytes("1 KiB")
    void hasALimitOfItsOwn() {
      sink = new byte[100];
    }
  }

  @Nested
  class Extended extends Base {

    @Override
    int size() {
      return 50;
    }

    @Override
    byte[] overridden() {
      return new byte[5];
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class OneInstance {

    private final List<Object> list = new ArrayList<>();

    @Test
    @MaxAllocatedBytes("50 B")
    void first() {
      list.add("x");
    }

    @MaxRetainedSize("10 B")
    Object second() {
      return new ArrayList<>(list.subList(0, 1));
    }
  }
}
