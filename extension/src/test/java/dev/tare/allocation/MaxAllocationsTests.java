package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess;
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

  private static final ExecutedTests TESTS = ExecutedTests.jupiter(ObjectTestCases.class);

  /** Calls before and while the application is woven, and while what it calls is followed. */
  private static final int EXACT_CALLS = 15;

  /** The same, and calls with woven constructors. */
  private static final int CONSTRUCTOR_CALLS = EXACT_CALLS + 6;

  private static final ExecutedTests ARRAYS = ExecutedTests.jupiter(ArrayTestCases.class);

  @Test
  void objectsOfTheApplicationCount() {
    assertThat(TESTS.entries("exactly"))
        .containsEntry("tare.allocated-objects.value", "11")
        .containsEntry("tare.allocated-objects.outcome", "within")
        .doesNotContainKey("tare.allocated-objects.upper");
    assertThat(message("over"))
        .startsWith("Allocated objects of MaxAllocationsTests.ObjectTestCases.over() 11 exceed 10")
        .contains("  over by     1, 10 %")
        .containsPattern(" 10  java.lang.Object +MaxAllocationsTests.ObjectTestCases.objects\\(")
        .contains("java.lang.Object[]")
        .contains("; this thread only; objects created by the application\n")
        .endsWith("would pass  11");
  }

  @Test
  void testPassesIfUnrecordedObjectsFitWithinTheLimit() {
    assertThat(TESTS.entries("within"))
        .containsEntry("tare.allocated-objects.outcome", "within")
        .containsEntry("tare.allocated-objects.value", "3")
        .containsKey("tare.allocated-objects.upper");
  }

  @Test
  void jdkIsWovenIfTheApplicationDoesNotDecide() {
    // the map and its table, and for each of eight an entry, a key and its characters
    assertThat(message("map"))
        .startsWith("Allocated objects of MaxAllocationsTests.ObjectTestCases.map() 26 exceed 20\n")
        .contains("java.util.HashMap$Node")
        .contains("objects created by the application, libraries and the JDK");
  }

  @Test
  void typeOrPackageSelectsObjects() {
    assertThat(TESTS.entries("boxes")).containsEntry("tare.allocated-objects.value", "100");
    assertThat(message("tooManyBoxes"))
        .startsWith(
            "Allocated objects of type java.lang.Integer of"
                + " MaxAllocationsTests.ObjectTestCases.tooManyBoxes() 100 exceed 99\n")
        .contains("java.lang.Integer (boxing)");
    assertThat(message("tooManyNumbers")).contains(" 100 exceed 99\n");
    assertThat(TESTS.entries("collections")).containsEntry("tare.allocated-objects.value", "1");
    assertThat(message("package"))
        .startsWith("Allocated objects of package dev.tare.allocation of ")
        .contains(" 3 exceed 2\n");
    assertThat(message("ofJavaLang"))
        .startsWith("Allocated objects of package java.lang of ")
        .contains(" 100 exceed 99\n");
  }

  @Test
  void arraysInAnArrayCountByTheirOwnType() {
    assertThat(ARRAYS.entries("outer")).containsEntry("tare.allocated-objects.value", "2");
    assertThat(ARRAYS.entries("inner")).containsEntry("tare.allocated-objects.value", "2");
    assertThat(ARRAYS.entries("objectArrays")).containsEntry("tare.allocated-objects.value", "8");
    assertThat(ARRAYS.entries("serializable")).containsEntry("tare.allocated-objects.value", "10");
    assertThat(ARRAYS.entries("empty")).containsEntry("tare.allocated-objects.value", "3");
    assertThat(ARRAYS.entries("none")).containsEntry("tare.allocated-objects.value", "0");
    assertThat(ARRAYS.entries("partial")).containsEntry("tare.allocated-objects.value", "4");
    assertThat(ARRAYS.entries("reflective")).containsEntry("tare.allocated-objects.value", "3");
    assertThat(ARRAYS.entries("copied")).containsEntry("tare.allocated-objects.value", "1");
  }

  @Test
  void arraysInAnArrayHaveRowsOfTheirOwn() {
    assertThat(String.valueOf(ARRAYS.failure("tooMany").getMessage()))
        .containsPattern("9.1 % +1 +int\\[]\\[]\\[] ")
        .containsPattern("18.2 % +2 +int\\[]\\[] ")
        .containsPattern("72.7 % +8 +int\\[] ");
  }

  @Test
  void limitsAreInconclusiveWhereTheBodyMayNotBeCalledAgain() {
    assertThat(TESTS.abortion("once"))
        .hasMessageContaining("the interval 3 to ")
        .hasMessageContaining("what the application calls allocated ")
        .hasMessageContaining(" in an unknown number of objects that count: at least 2, at most ");
    assertThat(ObjectTestCases.ONCE).hasSize(1);
  }

  @Test
  void callThatAllocatedCreatedAnObject() {
    assertThat(message("onceOver"))
        .contains(" 3 exceed 2\n")
        .containsPattern(" 1  in java.util.List.of\\(\\) +MaxAllocationsTests")
        .contains("; interval 3 to ");
    assertThat(message("methodReference"))
        .contains(" 5 exceed 4\n")
        .doesNotContain("interval")
        .containsPattern(
            "100.0 % +5 +in java.util.function.Supplier.get\\(\\) +MaxAllocationsTests");
    // the call with the fewest objects is judged, however many others have
    assertThat(message("differentNumbers")).contains(" 5 exceed 4\n").doesNotContain("interval");
    assertThat(TESTS.entries("asManyReferences"))
        .containsEntry("tare.allocated-objects.value", "5")
        .containsEntry("tare.allocated-objects.outcome", "within");
    // in all calls together, the bytes could be those of more objects
    assertThat(TESTS.entries("asManyLargerObjects"))
        .containsEntry("tare.allocated-objects.value", "10")
        .containsEntry("tare.allocated-objects.outcome", "within");
    assertThat(TESTS.abortion("ofUnknownType"))
        .hasMessageContaining("; interval 0 to 5;")
        .hasMessageContaining("what the application calls allocated 80 B in an unknown number")
        .hasMessageContaining(" of objects that count: at least 0, at most 5");
  }

  /** The JDK is not woven, for which the body would be called seven times more. */
  @Test
  void exactNumberAboveTheLimitIsNotCountedAgain() {
    assertThat(message("exactReferences")).contains(" 5 exceed 4\n").doesNotContain("interval");
    assertThat(ObjectTestCases.exactCalls).isEqualTo(EXACT_CALLS);
  }

  @Test
  void constructorsShowObjectsThatWovenCodeDoesNot() {
    assertThat(message("constructorReferences"))
        .containsIgnoringWhitespaces(" 10 exceed 9\n")
        .containsPattern(" 10  dev.*Order +MaxAllocationsTests.ObjectTestCases.orders\\(Max")
        .contains("; objects whose constructors ran\n");
    assertThat(message("subclass"))
        .containsIgnoringWhitespaces(" 10 exceed 9\n")
        .contains("MoreOrder ");
    assertThat(message("constructorsInAPackage")).containsIgnoringWhitespaces(" 10 exceed 9\n");
    // the VM creates it
    assertThat(message("divided"))
        .containsIgnoringWhitespaces(" 1 exceed 0\n")
        .contains("  distorted   objects for which no woven constructor runs, such as copies, ")
        .containsPattern(" 1  java.lang.ArithmeticException +MaxAllocationsTests");
    // all classes are woven only if constructors do not decide
    assertThat(ObjectTestCases.divisions).isEqualTo(CONSTRUCTOR_CALLS);
    // the call with the fewest objects is judged
    assertThat(TESTS.abortion("dividedTwiceNowAndThen"))
        .message()
        .containsIgnoringWhitespaces(" 1, limit 1: the interval 1 to ")
        .containsIgnoringWhitespaces("minimum of 5 readings, 1 to 2, after");
    assertThat(TESTS.abortion("moreOrdersNowAndThen"))
        .message()
        .containsIgnoringWhitespaces("its calls differ, 10 to 20, and ")
        .containsIgnoringWhitespaces(" of 10 exceed the limit;");
    // what the calls of the JDK create is looked at if it could exceed the limit in some calls
    assertThat(TESTS.entries("repeatsNowAndThen"))
        .containsEntry("tare.allocated-objects.outcome", "within")
        .doesNotContainKey("tare.allocated-objects.upper");
    assertThat(TESTS.entries("asManyAsConstructors"))
        .containsEntry("tare.allocated-objects.upper", "10")
        .containsEntry("tare.allocated-objects.outcome", "within");
  }

  @Test
  void stackTracesAreArraysOnly() {
    assertThat(TESTS.entries("caught"))
        .containsEntry("tare.allocated-objects.outcome", "within")
        .containsEntry("tare.allocated-objects.value", "0")
        .doesNotContainKey("tare.allocated-objects.upper");
    assertThat(TESTS.abortion("caughtArrays"))
        .hasMessageContaining("; interval 0 to ")
        .hasMessageContaining("the VM itself or code that was not woven allocated ");
    assertThat(message("overridden")).contains(" 1 exceed 0\n").doesNotContain("interval");
  }

  @Test
  void classesThatCouldNotBeWovenAreListedIfObjectsAreUnseen() {
    Instrumentation instrumentation = ((AgentAccess.Granted) Agent.access()).instrumentation();
    EmptyClassFile transformer = new EmptyClassFile(SpoiltFixture.class);
    instrumentation.addTransformer(transformer, true);
    ExecutedTests tests;
    try {
      tests = ExecutedTests.jupiter(SpoiltTestCases.class);
    } finally {
      instrumentation.removeTransformer(transformer);
    }

    assertThat(tests.failure("spoilt"))
        .hasMessageContaining(
            "could not be woven, so what they create is not seen: ["
                + SpoiltFixture.class.getName()
                + "]");
    assertThat(tests.failure("seen"))
        .hasMessageContaining(" 1 exceed 0\n")
        .message()
        .doesNotContain("could not be woven");
  }

  @Test
  void contradictoryAttributesAreRefused() {
    assertThat(TESTS.failure("negative")).isExactlyInstanceOf(TareConfigurationException.class);
    assertThat(TESTS.failure("both")).hasMessageContaining("a type and a package: use one of them");
    assertThat(TESTS.failure("primitive")).hasMessageContaining("use the wrapper class");
  }

  @Test
  void exceptionOfTheBodyTakesPrecedence() {
    assertThat(TESTS.failure("throwing")).isExactlyInstanceOf(IllegalStateException.class);
  }

  private static String message(String name) {
    String method = name.equals("package") ? "ofPackage" : name;
    return String.valueOf(TESTS.failure(method).getMessage());
  }

  static class ObjectTestCases {

    static final List<String> ONCE = new ArrayList<>(10);

    @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
    private static volatile Object sink = "";

    private final int number = 1_000;
    private int differentCalls;
    static int exactCalls;
    static int divisions;

    record Pair(Object one, Object other) {}

    private static Object[] objects() {
      Object[] objects = new Object[10];
      for (int i = 0; i < objects.length; i++) {
        objects[i] = new Object();
      }
      return objects;
    }

    @Test
    @MaxAllocations(11)
    void exactly() {
      sink = objects();
    }

    @Test
    @MaxAllocations(10)
    void over() {
      sink = objects();
    }

    @Test
    @MaxAllocations(1_000)
    void within() {
      sink = new ArrayList<>(List.of(1, 2, 3));
    }

    @Test
    @MaxAllocations(20)
    void map() {
      Map<String, String> map = new HashMap<>();
      for (int i = 0; i < 8; i++) {
        map.put(Integer.toString(number + i), "");
      }
      sink = map;
    }

    private Object[] hundredBoxes() {
      Object[] boxes = new Object[100];
      for (int i = 0; i < boxes.length; i++) {
        boxes[i] = number + i;
      }
      return boxes;
    }

    @Test
    @MaxAllocations(value = 100, type = Integer.class)
    void boxes() {
      sink = hundredBoxes();
    }

    @Test
    @MaxAllocations(value = 99, type = Number.class)
    void tooManyNumbers() {
      sink = hundredBoxes();
    }

    @Test
    @MaxAllocations(value = 99, type = Integer.class)
    void tooManyBoxes() {
      sink = hundredBoxes();
    }

    @Test
    @MaxAllocations(value = 1, type = Iterable.class)
    void collections() {
      sink = new Pair(new ArrayList<>(), new HashMap<>());
    }

    @Test
    @MaxAllocations(value = 2, packageOf = MaxAllocationsTests.class)
    void ofPackage() {
      sink = new Pair(new Pair("", ""), new Pair(new Object(), ""));
    }

    @Test
    @MaxAllocations(value = 99, packageOf = Object.class)
    void ofJavaLang() {
      sink = hundredBoxes();
    }

    @Test
    @MaxAllocations(value = 3, runs = 1, warmups = 0)
    void once() {
      ONCE.add("");
      sink = new ArrayList<>(List.of(1, 2, 3));
    }

    @Test
    @MaxAllocations(value = 2, runs = 1, warmups = 0)
    void onceOver() {
      sink = new ArrayList<>(List.of(1, 2, 3));
    }

    @Test
    @MaxAllocations(4)
    void methodReference() {
      callReference();
    }

    @Test
    @MaxAllocations(4)
    void exactReferences() {
      exactCalls++;
      callReference();
    }

    @Test
    @MaxAllocations(4)
    void differentNumbers() {
      callReference();
      if (differentCalls++ % 2 == 0) {
        callReference();
      }
    }

    @Test
    @MaxAllocations(5)
    void asManyReferences() {
      callReference();
    }

    @Test
    @MaxAllocations(value = 0, type = Number.class, runs = 1, warmups = 0)
    void ofUnknownType() {
      callReference();
    }

    private static void callReference() {
      Supplier<Object> constructor = Object::new;
      for (int i = 0; i < 5; i++) {
        sink = constructor.get();
      }
    }

    @Test
    @MaxAllocations(value = 9, type = Order.class)
    void constructorReferences() {
      orders(Order::new);
    }

    @Test
    @MaxAllocations(value = 9, type = Order.class)
    void subclass() {
      orders(MoreOrder::new);
    }

    @Test
    @MaxAllocations(value = 9, packageOf = Order.class)
    void constructorsInAPackage() {
      orders(Order::new);
    }

    @Test
    @MaxAllocations(value = 10, type = Order.class)
    void asManyAsConstructors() {
      orders(Order::new);
    }

    @Test
    @MaxAllocations(value = 10, type = Order.class)
    void moreOrdersNowAndThen() {
      orders(Order::new);
      if (differentCalls++ % 2 == 0) {
        orders(Order::new);
      }
    }

    @Test
    @MaxAllocations(5)
    void repeatsNowAndThen() {
      if (differentCalls++ % 2 == 0) {
        sink = "ab".repeat(200);
      }
    }

    @Test
    @MaxAllocations(10)
    void asManyLargerObjects() {
      orders(Row::new);
    }

    /** An object of 24 bytes. */
    private record Row(long number) {}

    private static void orders(IntFunction<Object> constructor) {
      for (int i = 0; i < 10; i++) {
        sink = constructor.apply(i);
      }
    }

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

    @Test
    @MaxAllocations(value = 0, type = RuntimeException.class)
    void divided() {
      divisions++;
      divide();
    }

    @Test
    @MaxAllocations(value = 1, type = RuntimeException.class)
    void dividedTwiceNowAndThen() {
      divide();
      if (differentCalls++ % 2 == 0) {
        divide();
      }
    }

    private static void divide() {
      try {
        sink = 1 / Integer.parseInt("0");
      } catch (ArithmeticException e) {
        sink = e;
      }
    }

    @Test
    @MaxAllocations(value = 0, type = Number.class)
    void caught() {
      catchException();
    }

    @Test
    @MaxAllocations(value = 0, type = int[].class)
    void caughtArrays() {
      catchException();
    }

    private static void catchException() {
      try {
        Integer.parseInt("none");
      } catch (NumberFormatException e) {
        sink = e.getStackTrace();
      }
    }

    @Test
    @MaxAllocations(value = 0, type = BitSet.class)
    void overridden() {
      sink = new TraceWithText();
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
    @MaxAllocations(-1)
    void negative() {}

    @Test
    @MaxAllocations(value = 1, type = Integer.class, packageOf = Integer.class)
    void both() {}

    @Test
    @MaxAllocations(value = 1, type = int.class)
    void primitive() {}

    @Test
    @MaxAllocations(1)
    void throwing() {
      throw new IllegalStateException("mine");
    }
  }

  static class ArrayTestCases {

    @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
    private static volatile Object sink = "";

    private static final int[][] FULL = new int[3][2];

    private final int two = 2;
    private final int zero = 0;

    @Test
    @MaxAllocations(value = 100, type = int[][][].class)
    void outer() {
      sink = new Object[] {new int[two][two][two], new int[two][two][two]};
    }

    @Test
    @MaxAllocations(value = 100, type = int[][].class)
    void inner() {
      sink = new int[two][two][two];
    }

    /** Arrays of every level except {@code int[]} are of type {@code Object[]}. */
    @Test
    @MaxAllocations(value = 100, type = Object[].class)
    void objectArrays() {
      sink = new int[3][two][two];
      sink = new String[3][two];
    }

    @Test
    @MaxAllocations(value = 100, type = Serializable.class)
    void serializable() {
      sink = new int[3][two][two];
      sink = new Object();
    }

    @Test
    @MaxAllocations(value = 100, type = int[].class)
    void empty() {
      sink = new int[3][zero];
      sink = new int[zero][3];
    }

    @Test
    @MaxAllocations(value = 100, type = int[].class)
    void none() {
      sink = new int[zero][3];
      sink = new int[two][zero][3];
    }

    @Test
    @MaxAllocations(100)
    void partial() {
      sink = new int[3][zero][];
    }

    @Test
    @MaxAllocations(value = 100, type = long[].class)
    void reflective() {
      sink = Array.newInstance(long.class, 3, 2);
    }

    @Test
    @MaxAllocations(value = 100, type = int[][].class)
    void copied() {
      sink = Arrays.copyOf(FULL, 3);
    }

    @Test
    @MaxAllocations(1)
    void tooMany() {
      sink = new int[two][4][3];
    }
  }

  static class SpoiltTestCases {

    static volatile Object sink = "";

    @Test
    @MaxAllocations(value = 0, runs = 1, warmups = 0)
    void spoilt() {
      sink = new Object[] {SpoiltFixture.make()};
    }

    @Test
    @MaxAllocations(value = 0, runs = 1, warmups = 0)
    void seen() {
      sink = new Object[1];
    }
  }

  private static final class SpoiltFixture {
    static Object make() {
      return new byte[10];
    }
  }

  /** Replaces the class file of one class by an empty one. */
  private record EmptyClassFile(Class<?> spoilt) implements ClassFileTransformer {
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
