package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.Body;
import dev.tare.ExecutedTests;
import dev.tare.Judged;
import dev.tare.Tare;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.model.Measurement.Observed;
import dev.tare.testing.SlowAfterOthers;
import java.io.Serializable;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Array;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("weaves the classes of all tests")
@SlowAfterOthers
class MaxAllocationsTests {

  /** Calls before and while the application is woven, and while what it calls is followed. */
  private static final int EXACT_CALLS = 14;

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private static volatile Object sink = "";

  private final int number = 1_000;
  private final int two = 2;
  private final int zero = 0;
  private int calls;

  private record Pair(Object one, Object other) {}

  /** An object of 24 bytes. */
  private record Row(long number) {}

  /** An object of more than 16 bytes, so that as many bytes could be two smaller ones. */
  @SuppressWarnings("UnusedVariable") // the fields give the object its size
  private static class Order {

    final long number;
    final long price;

    Order(int number) {
      this(number, 1);
    }

    private Order(long number, long price) {
      this.number = number;
      this.price = price;
    }
  }

  private static final class MoreOrder extends Order {

    MoreOrder(int number) {
      super(number);
    }
  }

  private static Judged judge(long limit, Body.OfVoid body) {
    return judge(Map.of("value", limit), body);
  }

  private static Judged judge(long limit, Class<?> type, Body.OfVoid body) {
    return judge(Map.of("value", limit, "type", type), body);
  }

  private static Judged judge(Map<String, Object> attributes, Body.OfVoid body) {
    return Judged.by(MaxAllocations.class, attributes, Tare.calling(body));
  }

  private static Judged judgeOnce(Map<String, Object> attributes, Body.OfVoid body) {
    return Judged.by(
        MaxAllocations.class, attributes, Tare.calling(body).withRuns(1).withWarmups(0));
  }

  private static Object[] objects() {
    Object[] objects = new Object[10];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = new Object();
    }
    return objects;
  }

  private Object[] hundredBoxes() {
    Object[] boxes = new Object[100];
    for (int i = 0; i < boxes.length; i++) {
      boxes[i] = number + i;
    }
    return boxes;
  }

  private static void fiveByReference() {
    Supplier<Object> constructor = Object::new;
    for (int i = 0; i < 5; i++) {
      sink = constructor.get();
    }
  }

  private static void tenByReference(IntFunction<Object> constructor) {
    for (int i = 0; i < 10; i++) {
      sink = constructor.apply(i);
    }
  }

  private static void divide() {
    try {
      sink = 1 / Integer.parseInt("0");
    } catch (ArithmeticException e) {
      sink = e;
    }
  }

  private static void catchException() {
    try {
      Integer.parseInt("none");
    } catch (NumberFormatException e) {
      sink = e;
    }
  }

  /** Runs an action in every second call. */
  private void nowAndThen(Runnable action) {
    if (calls++ % 2 == 0) {
      action.run();
    }
  }

  @Test
  void objectsOfTheApplicationCount() {
    assertThat(judge(11, () -> sink = objects()).exactlyWithin()).isEqualTo(11);
    assertThat(judge(10, () -> sink = objects()).exceeded())
        .startsWith("Allocated objects of MaxAllocationsTests.judge() 11 exceed 10\n")
        .containsPattern(" 10  java.lang.Object +MaxAllocationsTests.objects\\(")
        .contains("java.lang.Object[]")
        .contains("; this thread only; objects created by the application")
        .contains("\n  would pass  11\n");
  }

  @Test
  void testPassesIfUnrecordedObjectsFitWithinTheLimit() {
    Observed observed = judge(1_000, () -> sink = new ArrayList<>(List.of(1, 2, 3))).within();

    assertThat(observed.value().amount()).isEqualTo(3);
    assertThat(observed.upper().amount()).isGreaterThan(3);
  }

  @Test
  void jdkIsWovenIfTheApplicationDoesNotDecide() {
    Body.OfVoid map =
        () -> {
          Map<String, String> entries = new HashMap<>();
          for (int i = 0; i < 8; i++) {
            entries.put(Integer.toString(number + i), "");
          }
          sink = entries;
        };

    // the map and its table, and for each of eight an entry, a key and its characters
    assertThat(judge(20, map).exceeded())
        .contains(" 26 exceed 20\n")
        .contains("java.util.HashMap$Node")
        .contains("objects created by the application, libraries and the JDK");
  }

  @Test
  void typeOrPackageSelectsObjects() {
    ExecutedTests tests = ExecutedTests.jupiter(ObjectTestCases.class);

    assertThat(tests.entries("boxes")).containsEntry("tare.allocated-objects.value", "100");
    assertThat(tests.failure("tooManyBoxes"))
        .message()
        .startsWith(
            "Allocated objects of type java.lang.Integer of"
                + " MaxAllocationsTests.ObjectTestCases.tooManyBoxes() 100 exceed 99\n")
        .contains("java.lang.Integer (boxing)");
    assertThat(tests.failure("ofPackage"))
        .message()
        .startsWith("Allocated objects of package dev.tare.allocation of ")
        .contains(" 3 exceed 2\n");
    assertThat(judge(99, Number.class, () -> sink = hundredBoxes()).exceeded())
        .contains(" 100 exceed 99\n");
    assertThat(
            judge(1, Iterable.class, () -> sink = new Pair(new ArrayList<>(), new HashMap<>()))
                .within()
                .value()
                .amount())
        .isEqualTo(1);
    assertThat(
            judge(Map.of("value", 99L, "packageOf", Object.class), () -> sink = hundredBoxes())
                .exceeded())
        .startsWith("Allocated objects of package java.lang of ")
        .contains(" 100 exceed 99\n");
  }

  @Test
  void concatenationOfTextsCreatesTextOnly() {
    Map<String, Object> none = Map.of("value", 0L, "type", StringBuilder.class);

    assertThat(judge(none, () -> sink = "a" + calls).exactlyWithin()).isZero();
    assertThat(judge(0, () -> sink = calls / 3f + "a").exceeded()).contains("with toString()");
    // the first call also creates what links it
    assertThat(judgeOnce(none, () -> sink = calls + "a").inconclusive()).contains("interval 0 to ");
  }

  /** Arrays of every level except {@code int[]} are of type {@code Object[]}. */
  @Test
  void arraysInAnArrayCountByTheirOwnType() {
    int[][] full = new int[3][2];

    assertArrays(2, int[][][].class, () -> sink = new Object[] {cube(), cube()});
    assertArrays(2, int[][].class, () -> sink = cube());
    assertArrays(8, Object[].class, () -> sink = new Pair(new int[3][2][2], new String[3][2]));
    assertArrays(10, Serializable.class, () -> sink = new Pair(new int[3][2][2], new Object()));
    assertArrays(3, int[].class, () -> sink = new Pair(new int[3][zero], new int[zero][3]));
    assertArrays(0, int[].class, () -> sink = new Pair(new int[zero][3], new int[2][zero][3]));
    assertArrays(4, Object.class, () -> sink = new int[3][zero][]);
    assertArrays(3, long[].class, () -> sink = Array.newInstance(long.class, 3, 2));
    assertArrays(1, int[][].class, () -> sink = Arrays.copyOf(full, 3));
  }

  private int[][][] cube() {
    return new int[two][two][two];
  }

  private static void assertArrays(int count, Class<?> type, Body.OfVoid body) {
    assertThat(judge(100, type, body).within().value().amount()).isEqualTo(count);
  }

  @Test
  void arraysInAnArrayHaveRowsOfTheirOwn() {
    assertThat(judge(1, () -> sink = new int[two][4][3]).exceeded())
        .containsPattern("9.1 % +1 +int\\[]\\[]\\[] ")
        .containsPattern("18.2 % +2 +int\\[]\\[] ")
        .containsPattern("72.7 % +8 +int\\[] ");
  }

  @Test
  void limitsAreInconclusiveWhereTheBodyMayNotBeCalledAgain() {
    Body.OfVoid once =
        () -> {
          calls++;
          sink = new ArrayList<>(List.of(1, 2, 3));
        };

    assertThat(judgeOnce(Map.of("value", 3L), once).inconclusive())
        .contains("the interval 3 to ")
        .contains("what the application calls allocated ")
        .contains(" in an unknown number of objects that count: at least 2, at most ");
    assertThat(calls).isOne();
    assertThat(judgeOnce(Map.of("value", 2L), once).exceeded())
        .contains(" 3 exceed 2\n")
        .containsPattern(" 1  in java.util.List.of\\(\\) +MaxAllocationsTests")
        .contains("; interval 3 to ");
    assertThat(
            judgeOnce(
                    Map.of("value", 0L, "type", Number.class), MaxAllocationsTests::fiveByReference)
                .inconclusive())
        .contains("; interval 0 to 5;")
        .contains("what the application calls allocated 80 B in an unknown number")
        .contains(" of objects that count: at least 0, at most 5");
  }

  @Test
  void callThatAllocatedCreatedAnObject() {
    assertThat(judge(4, MaxAllocationsTests::fiveByReference).exceeded())
        .contains(" 5 exceed 4\n")
        .doesNotContain("interval")
        .containsPattern(
            "100.0 % +5 +in java.util.function.Supplier.get\\(\\) +MaxAllocationsTests");
    // the call with the fewest objects is judged, however many others have
    Body.OfVoid differing =
        () -> {
          fiveByReference();
          nowAndThen(MaxAllocationsTests::fiveByReference);
        };
    assertThat(judge(4, differing).exceeded()).contains(" 5 exceed 4\n").doesNotContain("interval");
    assertThat(judge(5, MaxAllocationsTests::fiveByReference).within().value().amount())
        .isEqualTo(5);
    // in all calls together, the bytes could be those of more objects
    assertThat(judge(10, () -> tenByReference(Row::new)).within().value().amount()).isEqualTo(10);
  }

  /** The JDK is not woven, for which the body would be called seven times more. */
  @Test
  void exactNumberAboveTheLimitIsNotCountedAgain() {
    Body.OfVoid counted =
        () -> {
          calls++;
          fiveByReference();
        };

    assertThat(judge(4, counted).exceeded()).contains(" 5 exceed 4\n").doesNotContain("interval");
    assertThat(calls).isEqualTo(EXACT_CALLS);
  }

  @Test
  void objectsThatAreNotSeenAreAnInterval() {
    Body.OfVoid orders =
        () -> {
          sink = String.format("%05d", number); // links hidden classes
          tenByReference(MoreOrder::new);
        };
    assertThat(judge(9, Order.class, orders).inconclusive())
        .containsIgnoringWhitespaces("the interval 0 to ")
        .doesNotContain("could not be woven");
    assertThat(
            judge(Map.of("value", 9L, "packageOf", Order.class), () -> tenByReference(Order::new))
                .inconclusive())
        .containsIgnoringWhitespaces("the interval 0 to ");
    assertThat(judge(10, Order.class, () -> tenByReference(Order::new)).within().upper().amount())
        .isEqualTo(10);
    assertThat(judge(0, RuntimeException.class, MaxAllocationsTests::divide).inconclusive())
        .containsIgnoringWhitespaces("the interval 0 to ")
        .containsIgnoringWhitespaces("the VM itself or code that was not woven allocated ");
    // what the calls of the JDK create is looked at if it could exceed the limit in some calls
    assertThat(judge(5, () -> nowAndThen(() -> sink = "ab".repeat(200))).exactlyWithin())
        .isLessThanOrEqualTo(5);
  }

  @Test
  void callWithTheFewestObjectsIsJudged() {
    Body.OfVoid moreOrders =
        () -> {
          sink = new Order(number);
          nowAndThen(() -> sink = new Order(number));
        };

    assertThat(judge(1, Order.class, moreOrders).inconclusive())
        .containsIgnoringWhitespaces("its calls differ, 1 to 2; let");
  }

  @Test
  void stackTracesAreArraysOnly() {
    assertThat(judge(0, Number.class, MaxAllocationsTests::catchException).exactlyWithin())
        .isZero();
    assertThat(judge(0, int[].class, MaxAllocationsTests::catchException).inconclusive())
        .contains("; interval 0 to ")
        .contains("the VM itself or code that was not woven allocated ");
    assertThat(judge(0, BitSet.class, () -> sink = new TraceWithText()).exceeded())
        .contains(" 1 exceed 0\n")
        .doesNotContain("interval");
  }

  private static final class TraceWithText extends Exception {

    private static final long serialVersionUID = 1L;

    @Override
    public synchronized Throwable fillInStackTrace() {
      sink = new BitSet();
      return super.fillInStackTrace();
    }
  }

  @Test
  void classesThatCouldNotBeWovenAreListedIfObjectsAreUnseen() {
    Instrumentation instrumentation = ((AgentAccess.Granted) Agent.access()).instrumentation();
    EmptyClassFile transformer = new EmptyClassFile(SpoiltFixture.class);
    Judged spoilt;
    Judged seen;
    instrumentation.addTransformer(transformer, true);
    try {
      spoilt = judgeOnce(Map.of("value", 0L), () -> sink = new Object[] {SpoiltFixture.make()});
      seen = judgeOnce(Map.of("value", 0L), () -> sink = new Object[1]);
    } finally {
      instrumentation.removeTransformer(transformer);
    }

    assertThat(spoilt.exceeded())
        .contains(
            "could not be woven, so what they create is not seen: ["
                + SpoiltFixture.class.getName()
                + "]");
    assertThat(seen.exceeded()).contains(" 1 exceed 0\n").doesNotContain("could not be woven");
  }

  @Test
  void contradictoryAttributesAreRefused() {
    ExecutedTests tests = ExecutedTests.jupiter(RefusedTestCases.class);

    assertThat(tests.failure("negative")).isExactlyInstanceOf(TareConfigurationException.class);
    assertThat(tests.failure("both")).hasMessageContaining("a type and a package: use one of them");
    assertThat(tests.failure("primitive")).hasMessageContaining("use the wrapper class");
  }

  @Test
  void exceptionOfTheBodyTakesPrecedence() {
    IllegalStateException thrown = new IllegalStateException("mine");
    Body.OfVoid throwing =
        () -> {
          throw thrown;
        };

    assertThatThrownBy(() -> judge(1, throwing)).isSameAs(thrown);
  }

  static class ObjectTestCases {

    private final MaxAllocationsTests tests = new MaxAllocationsTests();

    @Test
    @MaxAllocations(value = 100, type = Integer.class)
    void boxes() {
      sink = tests.hundredBoxes();
    }

    @Test
    @MaxAllocations(value = 99, type = Integer.class)
    void tooManyBoxes() {
      sink = tests.hundredBoxes();
    }

    @Test
    @MaxAllocations(value = 2, packageOf = MaxAllocationsTests.class)
    void ofPackage() {
      sink = new Pair(new Pair("", ""), new Pair(new Object(), ""));
    }
  }

  static class RefusedTestCases {

    @Test
    @MaxAllocations(-1)
    void negative() {}

    @Test
    @MaxAllocations(value = 1, type = Integer.class, packageOf = Integer.class)
    void both() {}

    @Test
    @MaxAllocations(value = 1, type = int.class)
    void primitive() {}
  }

  private static final class SpoiltFixture {
    static Object make() {
      return new byte[10];
    }
  }

  /** Replaces the class file of one class by an empty one. */
  record EmptyClassFile(Class<?> spoilt) implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String name,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      return redefined == spoilt ? new byte[0] : null;
    }
  }
}
