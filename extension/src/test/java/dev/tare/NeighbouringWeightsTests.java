package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.Retained;
import dev.tare.testing.SlowAfterOthers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/**
 * Pairs of figures that resemble each other. One is smaller, and grows to the other: it must not be
 * compared with the weight of the other.
 */
@Execution(ExecutionMode.SAME_THREAD) // the runs share the sizes
@SlowAfterOthers
class NeighbouringWeightsTests {

  private static final int LARGE = 30;

  private static final Pattern FIGURE =
      Pattern.compile("\"class\":\"([^\"]*)\".*?\"metric\":\"[^\"]*\",\"noun\":\"[^\"]*\"");

  private static final Pattern EXCEEDED =
      Pattern.compile("\"class\":\"([^\"]*)\"[^\n]*?\"outcome\":\"exceeded\"");

  private static int small;
  private static @Nullable Object sink;

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void reset() {
    small = 10;
  }

  private ExecutedTests run(DiscoverySelector... selectors) {
    return ExecutedTests.by(
        "junit-jupiter",
        List.of(selectors),
        "tare.lockDirectory",
        folder.resolve("locks").toString(),
        "tare.report.directory",
        folder.resolve("report").toString(),
        "tare.missingWeight",
        "write");
  }

  private String lock() throws IOException {
    return content("locks", ".tare");
  }

  /** Returns the content of the only file with an ending in a folder. */
  private String content(String in, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(in))) {
      List<Path> found = files.filter(file -> file.toString().endsWith(ending)).toList();
      assertThat(found).hasSize(1);
      return Files.readString(found.get(0));
    }
  }

  static class Small {
    static class Key {
      Object get() {
        return this;
      }
    }
  }

  static class Large {
    static class Key {
      Object get() {
        return this;
      }
    }
  }

  /** Resolves keys, and arrays of them, to null. */
  static class Keys implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType().getName().contains("Key");
    }

    @Override
    public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return null;
    }
  }

  @Weighed
  static class ContainersTestCases {
    @TestFactory
    Stream<DynamicNode> test() {
      return Stream.of(
          dynamicContainer("small", List.of(dynamicTest("fills", () -> sink = new byte[small]))),
          dynamicContainer("large", List.of(dynamicTest("fills", () -> sink = new byte[LARGE]))));
    }
  }

  @Weighed
  static class ContainersOfOneNameTestCases {
    @TestFactory
    Stream<DynamicNode> test() {
      return Stream.of(
          dynamicContainer("fills", List.of(dynamicTest("fills", () -> sink = new byte[small]))),
          dynamicTest("fills", () -> sink = new byte[LARGE]));
    }
  }

  @Weighed
  @ExtendWith(Keys.class)
  static class OverloadsTestCases {
    @Test
    void test(Small.Key key) {
      sink = new byte[small];
    }

    @Test
    void test(Large.Key key) {
      sink = new byte[LARGE];
    }
  }

  @Weighed
  @ExtendWith(Keys.class)
  static class ArraysTestCases {
    @Test
    void test(Small.Key[] keys) {
      sink = new byte[small];
    }

    @Test
    void test(Large.Key... keys) {
      sink = new byte[LARGE];
    }
  }

  @Weighed
  static class CallsTestCases {
    @Test
    @MaxInvocations(type = Small.Key.class, method = "get", value = 100)
    @MaxInvocations(type = Large.Key.class, method = "get", value = 100)
    void test() {
      for (int i = 0; i < small; i++) {
        sink = new Small.Key().get();
      }
      for (int i = 0; i < LARGE; i++) {
        sink = new Large.Key().get();
      }
    }
  }

  @Weighed
  @MaxInvocations(type = Large.Key.class, method = "get", value = 100)
  static class CallsOfAClassTestCases {
    @Test
    @MaxInvocations(type = Small.Key.class, method = "get", value = 100)
    void test() {
      new CallsTestCases().test();
    }
  }

  @Weighed
  static class InstancesTestCases {
    @Test
    void test(
        @MaxInstances(type = Small.Key.class, value = 100)
            @MaxInstances(type = Large.Key.class, value = 100)
            Retained<Object> retained) {
      List<Object> keys = new ArrayList<>();
      for (int i = 0; i < LARGE; i++) {
        keys.add(i < small ? new Small.Key() : "");
        keys.add(new Large.Key());
      }
      retained.hold(keys);
    }
  }

  static class Value {
    private final boolean isSmall;

    Value(boolean isSmall) {
      this.isSmall = isSmall;
    }
  }

  @Weighed
  static class HashCodesTestCases {
    static Stream<Value> values() {
      return Stream.of(new Value(true), new Value(false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("values")
    void test(Value value) {
      sink = new byte[value.isSmall ? small : LARGE];
    }
  }

  @Weighed
  static class RepetitionsTestCases {
    private int size;

    @BeforeEach
    void setSize(RepetitionInfo repetition) {
      size = repetition.getCurrentRepetition() == 1 ? small : LARGE;
    }

    @RepeatedTest(value = 2, name = "{displayName}")
    void test() {
      sink = new byte[size];
    }
  }

  abstract static class ContractTestCases {
    abstract int size();

    @Nested
    @Weighed
    class Filling {
      @Test
      void test() {
        sink = new byte[size()];
      }
    }
  }

  static class ContractsTestCases {
    @Nested
    class SmallTestCases extends ContractTestCases {
      @Override
      int size() {
        return small;
      }
    }

    @Nested
    class LargeTestCases extends ContractTestCases {
      @Override
      int size() {
        return LARGE;
      }
    }
  }

  @Test
  void smallerOfTwoDoesNotGrowToTheLarger() throws IOException {
    DiscoverySelector[] pairs =
        Stream.of(
                ContainersTestCases.class,
                ContainersOfOneNameTestCases.class,
                OverloadsTestCases.class,
                ArraysTestCases.class,
                CallsTestCases.class,
                CallsOfAClassTestCases.class,
                InstancesTestCases.class,
                HashCodesTestCases.class,
                RepetitionsTestCases.class,
                ContractsTestCases.class)
            .map(DiscoverySelectors::selectClass)
            .toArray(DiscoverySelector[]::new);
    run(pairs).allSucceed();

    assertThat(FIGURE.matcher(content("report", ".json")).results().map(MatchResult::group))
        .hasSize(2 * pairs.length)
        .doesNotHaveDuplicates();
    try (Stream<Path> locks = Files.list(folder.resolve("locks"))) {
      assertThat(locks)
          .hasSize(pairs.length)
          .allSatisfy(
              lock -> assertThat(lock).content().endsWith("\n2 weights\n").doesNotContain("@"));
    }
    assertThat(folder.resolve("locks").resolve(CallsTestCases.class.getCanonicalName() + ".tare"))
        .as("names are long only where they are ambiguous")
        .content()
        .contains(
            "\ntest(): invocations of Key.get() {method=get, type=class "
                + Small.Key.class.getName()
                + "} = 10\n");
    run(pairs).allSucceed();
    small = LARGE;
    run(pairs);
    assertThat(EXCEEDED.matcher(content("report", ".json")).results().map(found -> found.group(1)))
        .hasSize(pairs.length)
        .doesNotHaveDuplicates();
  }

  @Test
  void testThatRunsAloneHasTheWeightOfTheWholeRun() throws IOException {
    run(selectClass(ContainersTestCases.class)).allSucceed();
    String all = lock();
    String second =
        "[engine:junit-jupiter]/[class:%s]/[test-factory:test()]/[dynamic-container:#2]/[dynamic-test:#1]"
            .formatted(ContainersTestCases.class.getName());

    ExecutedTests alone = run(selectUniqueId(second));

    assertThat(alone.succeeded()).containsExactly("fills");
    assertThat(lock()).isEqualTo(all).contains("test() [2] large > [1] fills: allocated bytes");
  }
}
