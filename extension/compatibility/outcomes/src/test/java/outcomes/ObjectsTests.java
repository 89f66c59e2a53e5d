package outcomes;

import dev.tare.allocation.MaxAllocations;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Objects that a call creates. */
class ObjectsTests {

  private static final List<String> WORDS = List.of("tare", "gross", "net");

  private final List<String> consumed = new ArrayList<>(List.of("a", "b", "c"));
  private int calls;
  private Object sink;

  record Order(int number) {}

  interface Fruit {}

  record Apple() implements Fruit {}

  static class Pear implements Fruit {}

  static final class GreenPear extends Pear {}

  @MaxAllocations(0)
  int createsNothing() {
    return calls++;
  }

  @MaxAllocations(10)
  Object[] atItsLimit() {
    Object[] orders = new Object[9];
    for (int i = 0; i < orders.length; i++) {
      orders[i] = new Order(i);
    }
    return orders;
  }

  @MaxAllocations(9)
  Object[] oneAboveItsLimit() {
    Object[] orders = new Object[9];
    for (int i = 0; i < orders.length; i++) {
      orders[i] = new Order(i);
    }
    return orders;
  }

  @MaxAllocations(value = 0, type = Integer.class)
  Integer[] boxes() {
    Integer[] boxes = new Integer[100];
    for (int i = 0; i < boxes.length; i++) {
      boxes[i] = 1_000 + i;
    }
    return boxes;
  }

  @MaxAllocations(value = 100, type = Number.class)
  Number[] boxesByASuperclass() {
    Number[] boxes = new Number[100];
    for (int i = 0; i < boxes.length; i++) {
      boxes[i] = 1_000L + i;
    }
    return boxes;
  }

  @MaxAllocations(value = 0, type = Integer.class)
  int boxesSmallNumbersOnly() {
    Integer sum = 0;
    for (int i = 0; i < 10; i++) {
      sum = sum + 1;
    }
    return sum;
  }

  @MaxAllocations(value = 1, type = Fruit.class)
  Object[] anInterface() {
    return new Object[] {new Apple(), new GreenPear()};
  }

  @MaxAllocations(value = 1, type = Pear.class)
  Object[] aClassAndItsSubclass() {
    return new Object[] {new Apple(), new GreenPear()};
  }

  @MaxAllocations(value = 1, type = Collection.class)
  Object collections() {
    return List.of(new ArrayList<>(), new HashMap<>());
  }

  @MaxAllocations(value = 0, type = Order.class)
  Object noneOfTheType() {
    return new Apple();
  }

  @MaxAllocations(value = 1, packageOf = ObjectsTests.class)
  Object ownPackage() {
    return new Object[] {new Apple(), new Pear(), "", new ArrayList<>()};
  }

  @MaxAllocations(value = 5, packageOf = Object.class)
  Object javaLang() {
    return new StringBuilder().append(calls++).toString();
  }

  @MaxAllocations(value = 0, type = byte[].class)
  byte[][] arraysOfAType() {
    return new byte[3][10];
  }

  @MaxAllocations(value = 4)
  byte[][] arraysInAnArray() {
    return new byte[3][10];
  }

  @MaxAllocations(value = 0, type = String.class)
  String concatenates() {
    return "call " + calls++;
  }

  @MaxAllocations(value = 1, type = String.class)
  String concatenatesWithin() {
    return "call " + calls++;
  }

  @MaxAllocations(2)
  String objectsOfAConcatenation() {
    return "call " + calls++;
  }

  @MaxAllocations(0)
  int iterates() {
    int length = 0;
    for (String word : WORDS) {
      length += word.length();
    }
    return length;
  }

  @MaxAllocations(20)
  Map<String, Integer> map() {
    Map<String, Integer> lengths = new HashMap<>();
    for (String word : WORDS) {
      lengths.put(word, word.length());
    }
    return lengths;
  }

  @MaxAllocations(4)
  Map<String, Integer> mapAboveItsLimit() {
    Map<String, Integer> lengths = new HashMap<>();
    for (String word : WORDS) {
      lengths.put(word, word.length());
    }
    return lengths;
  }

  @MaxAllocations(5)
  List<String> immutableList() {
    return List.of("a", "b", "c");
  }

  @MaxAllocations(0)
  Supplier<String> lambdaWithoutCapture() {
    return () -> "x";
  }

  @MaxAllocations(0)
  Supplier<String> lambdaWithCapture() {
    String captured = WORDS.get(0);
    return () -> captured;
  }

  @MaxAllocations(value = 9, type = Order.class)
  Object constructorReference() {
    IntFunction<Object> constructor = Order::new;
    Object[] orders = new Object[10];
    for (int i = 0; i < orders.length; i++) {
      orders[i] = constructor.apply(i);
    }
    return orders;
  }

  @MaxAllocations(value = 10, type = Order.class)
  Object constructorReferenceWithin() {
    IntFunction<Object> constructor = Order::new;
    Object[] orders = new Object[10];
    for (int i = 0; i < orders.length; i++) {
      orders[i] = constructor.apply(i);
    }
    return orders;
  }

  @MaxAllocations(4)
  Object allObjectsOfAConstructorReference() {
    IntFunction<Object> constructor = Order::new;
    Object[] orders = new Object[10];
    for (int i = 0; i < orders.length; i++) {
      orders[i] = constructor.apply(i);
    }
    return orders;
  }

  @MaxAllocations(value = 2, type = Order.class)
  Object stream() {
    return IntStream.range(0, 3).mapToObj(Order::new).toList();
  }

  @MaxAllocations(value = 3, type = Order.class)
  Object streamOfLambdas() {
    return IntStream.range(0, 3).mapToObj(number -> new Order(number)).toList();
  }

  @MaxAllocations(100)
  Object allObjectsOfAStream() {
    return IntStream.range(0, 3).mapToObj(number -> new Order(number)).toList();
  }

  @MaxAllocations(0)
  int thatTheJitRemoves() {
    int sum = 0;
    for (int i = 0; i < 1_000; i++) {
      sum += new Order(i).number();
    }
    return sum;
  }

  @MaxAllocations(value = 0, type = IllegalStateException.class)
  boolean exception() {
    try {
      throw new IllegalStateException("own");
    } catch (IllegalStateException e) {
      return true;
    }
  }

  @MaxAllocations(1)
  boolean allObjectsOfAnException() {
    try {
      throw new IllegalStateException("own");
    } catch (IllegalStateException e) {
      return true;
    }
  }

  @MaxAllocations(0)
  Object everySecondCall() {
    return calls++ % 2 == 0 ? new Order(calls) : null;
  }

  @MaxAllocations(0)
  Object firstCallOnly() {
    if (sink == null) {
      sink = new Order(1);
    }
    return sink;
  }

  @MaxAllocations(value = 3, type = Order.class)
  Object moreInEachCall() {
    Object[] orders = new Object[calls++];
    for (int i = 0; i < orders.length; i++) {
      orders[i] = new Order(i);
    }
    return orders;
  }

  @MaxAllocations(value = 3, runs = 1, warmups = 0)
  Object mayRunOnce() {
    return new Order(consumed.remove(0).length() + consumed.remove(0).length());
  }

  @MaxAllocations(value = 0, runs = 1, warmups = 0)
  Object mayRunOnceAndExceeds() {
    return new Object[] {consumed.remove(0), new Order(consumed.remove(0).length())};
  }

  @MaxAllocations(value = 0, type = Order.class, runs = 1, warmups = 0)
  Object mayRunOnceWithAReference() {
    IntFunction<Object> constructor = Order::new;
    return constructor.apply(consumed.remove(0).length());
  }

  @MaxAllocations(0)
  Object copiesAnArray() {
    return new int[] {1, 2}.clone();
  }

  @MaxAllocations(value = 0, type = int[].class)
  Object copiesAnArrayOfAType() {
    return new int[] {1, 2}.clone();
  }

  @MaxAllocations(value = 0, type = BigInteger.class)
  Object objectsOfTheJdk() {
    return BigInteger.valueOf(1_000_003).pow(5);
  }

  @MaxAllocations(value = 100, type = BigInteger.class)
  Object objectsOfTheJdkWithin() {
    return BigInteger.valueOf(1_000_003).pow(5);
  }

  @MaxAllocations(0)
  Object sorts() {
    List<String> copy = new ArrayList<>(WORDS);
    Collections.sort(copy);
    return copy;
  }

  @MaxAllocations(0)
  Object reflection() throws ReflectiveOperationException {
    return Apple.class.getDeclaredConstructor().newInstance();
  }

  @MaxAllocations(value = 0, type = Apple.class)
  Object reflectionOfAType() throws ReflectiveOperationException {
    return Apple.class.getDeclaredConstructor().newInstance();
  }

  @Test
  @MaxAllocations(1)
  void fillsAField() {
    sink = new Order(1);
  }

  @Test
  @MaxAllocations(0)
  void fillsAFieldAboveTheLimit() {
    sink = new Order(1);
  }

  @MaxAllocations(7)
  Object jdkObjectsAroundTheLimit() {
    return BigInteger.valueOf(1_000_003).pow(5);
  }

  @MaxAllocations(value = 2, runs = 1, warmups = 0)
  Object mayRunOnceWithObjectsOfTheJdk() {
    return new ArrayList<>(List.of(consumed.remove(0), consumed.remove(0), "c"));
  }

  @MaxAllocations(20)
  boolean exceptionAroundTheLimit() {
    try {
      throw new IllegalStateException("own");
    } catch (IllegalStateException e) {
      return true;
    }
  }

  @MaxAllocations(value = 0, type = Fruit.class)
  Object everySecondCallOfAType() {
    return calls++ % 2 == 0 ? new Apple() : new Order(1);
  }
}
