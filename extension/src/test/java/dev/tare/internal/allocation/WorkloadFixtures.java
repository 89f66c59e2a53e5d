package dev.tare.internal.allocation;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One workload for each method, which returns the objects that it created. */
@SuppressWarnings("InfiniteRecursion") // that is the point of one of them
final class WorkloadFixtures {

  private static final Pattern WORD = Pattern.compile("(\\w+)-(\\w+)");

  private final int number = 12_345;
  private final List<String> words = List.of("one", "two", "three", "four");
  private final int[] numbers = {3, 1, 2};

  record Point(int x, int y) {
    Point {
      if (x < 0) {
        throw new IllegalArgumentException("x");
      }
    }

    Point() {
      this(new int[] {1, 2}.length, 2);
    }
  }

  class Inner {
    final Object held = new int[number % 10];

    Inner(Object ignored) {}
  }

  static class Base {
    final long[] own;

    Base(Object given) {
      own = new long[] {given.hashCode()};
    }
  }

  static final class Derived extends Base {
    final Object more;

    Derived(boolean flag) {
      super(flag ? new ArrayList<>(3) : Arrays.asList(1000, 2000));
      more = flag ? new int[2] : new int[3];
    }
  }

  static final class Failing {
    Failing() {
      super();
      if (getClass() == Failing.class) {
        throw new IllegalStateException("always");
      }
    }
  }

  /** Throws before, in and behind the call of another constructor. */
  static class Refusing {
    final Object kept;

    Refusing(String text) {
      kept = new Object[] {Integer.valueOf(text)};
    }
  }

  static final class RefusingFirst extends Refusing {
    final Object more = new byte[8];

    RefusingFirst(List<String> texts) {
      super(texts.stream().findFirst().orElseThrow());
      if (texts.size() > 1) {
        throw new IllegalStateException(String.join("-", texts));
      }
    }
  }

  /** Calls another in a chain, with handlers before the call and behind it. */
  static final class Parsing {
    final Object kept;
    private List<Integer> squares = List.of();

    Parsing(String text) {
      this(
          new int[2],
          switch (text.length()) {
            case 0 -> 0;
            case 1 -> {
              try {
                yield Integer.parseInt(text);
              } catch (NumberFormatException e) {
                yield e.toString().length();
              }
            }
            default -> new ArrayList<>(List.of(text)).size();
          });
      try {
        squares = IntStream.range(990, 1000).mapToObj(i -> new Point(i, i).x()).toList();
        Integer.parseInt(text);
      } catch (NumberFormatException e) {
        squares = List.of(new int[3].length);
      } finally {
        squares = List.copyOf(squares);
      }
    }

    private Parsing(int[] numbers, int number) {
      kept = number > 0 ? new Object[] {numbers, number + 1000} : new Inner[number];
    }
  }

  Object nothing() {
    return "";
  }

  Object emptyArray() {
    return new byte[1000];
  }

  Object concatenation() {
    return "number " + number + " of " + words.size();
  }

  Object boxing() {
    Integer boxed = number;
    Long other = number + 1L;
    return List.of(boxed, other);
  }

  Object capturingLambda() {
    int local = number;
    IntSupplier supplier = () -> local + 1;
    return supplier;
  }

  Object methodReference() {
    Supplier<Object> supplier = this::boxing;
    return supplier.get();
  }

  Object varargs() {
    return sum(number, 2, 3) + sum();
  }

  private static int sum(Object... values) {
    int sum = 0;
    for (Object value : values) {
      sum += (Integer) value;
    }
    return sum;
  }

  Object stream() {
    return words.stream()
        .filter(word -> word.length() > 3)
        .map(word -> word + "!")
        .collect(Collectors.toList());
  }

  Object intStream() {
    return IntStream.range(0, 50).mapToObj(i -> new Point(i, i)).toArray();
  }

  Object iterators() {
    int length = 0;
    for (Iterator<String> all = words.iterator(); all.hasNext(); ) {
      length += all.next().length();
    }
    return new int[length];
  }

  Object regex() {
    return WORD.matcher("left-right").replaceAll("$2-$1");
  }

  Object thrownAndCaught() {
    try {
      return Integer.parseInt("not a number");
    } catch (NumberFormatException e) {
      return e;
    }
  }

  Object thrownThroughFrames() {
    List<Object> caught = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      try {
        caught.add(deeper(i));
      } catch (IllegalStateException e) {
        caught.add(e.getMessage());
      } finally {
        caught.add(new Object());
      }
    }
    return caught;
  }

  private static Object deeper(int left) {
    Object made = new byte[left];
    if (left == 0) {
      throw new IllegalStateException("bottom " + ((byte[]) made).length);
    }
    return deeper(left - 1);
  }

  Object thrownByAConstructor() {
    try {
      return new Failing();
    } catch (IllegalStateException e) {
      return new byte[10];
    }
  }

  Object thrownAroundConstructors() {
    List<Object> caught = new ArrayList<>();
    for (List<String> texts : List.of(List.<String>of(), List.of("x"), words, List.of("1", "2"))) {
      try {
        caught.add(new RefusingFirst(texts));
      } catch (RuntimeException e) {
        caught.add(new Object());
      }
    }
    return caught;
  }

  Object constructorsThatCatch() {
    return List.of(new Parsing(""), new Parsing("x"), new Parsing("1"), new Parsing("12"));
  }

  Object deepRecursion() {
    return chain(3_000, List.of());
  }

  private static Object chain(int left, Object tail) {
    return left == 0 ? tail : chain(left - 1, new Object[] {tail});
  }

  Object stackOverflow() {
    try {
      return endless(0);
    } catch (StackOverflowError e) {
      return new byte[100];
    }
  }

  private static long endless(long calls) {
    return calls < Long.MAX_VALUE ? 1 + endless(calls + 1) : 0;
  }

  Object nestedArrays() {
    return new int[3][4];
  }

  Object cloned() {
    return numbers.clone();
  }

  Object stringBuilder() {
    StringBuilder builder = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      builder.append(i).append(',');
    }
    return builder.toString();
  }

  Object growingList() {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      list.add(i);
    }
    return list;
  }

  Object records() {
    Point point = new Point();
    return point.toString() + point.equals(new Point(2, 2)) + point.hashCode();
  }

  Object innerClasses() {
    return new Inner(new Inner(words));
  }

  Object superConstructors() {
    return new Object[] {new Derived(true), new Derived(false)};
  }

  Object callbackThatThrows() {
    try {
      words.forEach(
          word -> {
            if (new StringBuilder(word).length() > 3) {
              throw new IllegalArgumentException(word);
            }
          });
      return "";
    } catch (IllegalArgumentException e) {
      return e;
    }
  }

  synchronized Object synchronizedBlocks() {
    synchronized (words) {
      return new Object[] {new Object(), String.valueOf(number)};
    }
  }

  Object loops() {
    Object last = "";
    int i = 0;
    do {
      last = new Object[] {last};
      if (i % 3 == 0) {
        continue;
      }
      last = new long[i];
    } while (++i % 50 != 0);
    return last;
  }

  Object split() {
    return "a,b,c,d".split(",");
  }

  Object tryWithResources() throws IOException {
    try (Closeable resource = () -> words.iterator().next()) {
      return new byte[] {(byte) resource.hashCode()};
    }
  }

  Object varargsOfEachKind() {
    boolean odd = number % 2 == 1;
    return String.format("%s%s", odd ? words : numbers.length, number)
        + List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, odd ? 11 : 12)
        + ints(1, numbers[0], 3)
        + Arrays.asList(new String[] {"given"});
  }

  private static int ints(int... values) {
    return values.length;
  }

  Object reflectiveArray() {
    return new Object[] {
      java.lang.reflect.Array.newInstance(String.class, number % 100), Arrays.copyOf(numbers, 7)
    };
  }

  Object lambdasOfMethods() {
    Supplier<Object> first = words::size;
    Supplier<Object> second = Object::new;
    return List.of(first, second.get());
  }
}
