package outcomes;

import static java.util.stream.Collectors.joining;

import dev.tare.allocation.Depth;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.NoAllocation;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Allocated bytes of a call. */
class BytesTests {

  private static final List<String> WORDS = List.of("tare", "gross", "net", "scale", "beam");
  private static final Map<String, Integer> CACHE = new ConcurrentHashMap<>();

  private final int[] numbers = IntStream.range(1_000, 1_100).toArray();
  private final List<String> consumed = new ArrayList<>(List.of("a", "b", "c"));
  private final ArrayDeque<Object> pool = new ArrayDeque<>();
  private int calls;
  private byte[] kept;
  private Object sink;

  record Point(int x, int y) {
    Point plus(Point other) {
      return new Point(x + other.x, y + other.y);
    }
  }

  enum Side {
    LEFT,
    RIGHT
  }

  @BeforeEach
  void fillsPool() {
    pool.add(new Object());
  }

  @Test
  @MaxAllocatedBytes("0 B")
  void doesNothing() {}

  @NoAllocation
  int addsUp() {
    int sum = 0;
    for (int number : numbers) {
      sum += number;
    }
    return sum;
  }

  @MaxAllocatedBytes("1016 B")
  byte[] arrayAtItsLimit() {
    return new byte[1_000];
  }

  @MaxAllocatedBytes("1015 B")
  byte[] arrayOneByteAboveItsLimit() {
    return new byte[1_000];
  }

  @NoAllocation
  int[] emptyArray() {
    return new int[0];
  }

  @MaxAllocatedBytes("1 KiB")
  int[][] arrayOfArrays() {
    return new int[4][10];
  }

  @NoAllocation
  int boxesInALoop() {
    List<Integer> boxes = new ArrayList<>();
    for (int number : numbers) {
      boxes.add(number);
    }
    return boxes.size();
  }

  @NoAllocation
  Integer boxesASmallNumber() {
    return Integer.valueOf(calls++ & 7);
  }

  @NoAllocation
  int iteratesAList() {
    int length = 0;
    for (String word : WORDS) {
      length += word.length();
    }
    return length;
  }

  @NoAllocation
  int iteratesByIndex() {
    int length = 0;
    for (int i = 0; i < WORDS.size(); i++) {
      length += WORDS.get(i).length();
    }
    return length;
  }

  @NoAllocation
  long streams() {
    return WORDS.stream().filter(word -> word.length() > 3).count();
  }

  @MaxAllocatedBytes("64 KiB")
  String collects() {
    return WORDS.stream().map(String::toUpperCase).sorted().collect(joining(", "));
  }

  @NoAllocation
  int parallelStream() {
    return IntStream.of(numbers).sum();
  }

  @MaxAllocatedBytes("0 B")
  String concatenates() {
    return "call " + calls++ % 10;
  }

  @MaxAllocatedBytes("1 KiB")
  String builds() {
    StringBuilder text = new StringBuilder();
    for (String word : WORDS) {
      text.append(word).append(';');
    }
    return text.toString();
  }

  @NoAllocation
  String[] splits() {
    return "a,b,c,d".split(",");
  }

  @NoAllocation
  String formats() {
    return String.format(Locale.ROOT, "%d of %s", 3, "four");
  }

  @NoAllocation
  IntSupplier lambdaWithoutCapture() {
    return () -> 1;
  }

  @NoAllocation
  IntSupplier lambdaWithCapture() {
    int captured = calls;
    return () -> captured;
  }

  @NoAllocation
  Supplier<Object> boundMethodReference() {
    return WORDS::size;
  }

  @NoAllocation
  int varargs() {
    return sumOf(1, 2, 3);
  }

  private static int sumOf(int... values) {
    int sum = 0;
    for (int value : values) {
      sum += value;
    }
    return sum;
  }

  @NoAllocation
  int enumValues() {
    return Side.values().length;
  }

  @NoAllocation
  int switchesOverAnEnum() {
    return switch (calls++ % 2 == 0 ? Side.LEFT : Side.RIGHT) {
      case LEFT -> 1;
      case RIGHT -> 2;
    };
  }

  @NoAllocation
  int recordsThatTheJitMayRemove() {
    Point sum = new Point(0, 0);
    for (int i = 0; i < 100; i++) {
      sum = sum.plus(new Point(i, i));
    }
    return sum.x();
  }

  @NoAllocation
  int manyRecordsThatTheJitRemoves() {
    Point sum = new Point(0, 0);
    for (int i = 0; i < 20_000; i++) {
      sum = sum.plus(new Point(i, 1));
    }
    return sum.y();
  }

  @NoAllocation
  Optional<String> optional() {
    return Optional.of("x");
  }

  @NoAllocation
  boolean catchesAnException() {
    try {
      Integer.parseInt("x");
      return false;
    } catch (NumberFormatException e) {
      return true;
    }
  }

  @NoAllocation
  boolean catchesAnOwnException() {
    try {
      throw new IllegalStateException("own");
    } catch (IllegalStateException e) {
      return true;
    }
  }

  @MaxAllocatedBytes("1 MiB")
  void throwsAnException() {
    throw new IllegalStateException("the body is broken");
  }

  @NoAllocation
  Integer cached() {
    return CACHE.computeIfAbsent("key", key -> 1_000);
  }

  @NoAllocation
  Integer cacheThatGrows() {
    return CACHE.computeIfAbsent("key " + calls++, key -> 1_000);
  }

  @NoAllocation
  Object takesFromAPool() {
    Object pooled = pool.remove();
    pool.add(pooled);
    return pooled;
  }

  @NoAllocation
  byte[] allocatesInTheFirstCallOnly() {
    if (kept == null) {
      kept = new byte[500];
    }
    return kept;
  }

  @NoAllocation
  Object allocatesInEverySecondCall() {
    return calls++ % 2 == 0 ? new byte[100] : null;
  }

  @MaxAllocatedBytes("200 B")
  byte[] growsWithEachCall() {
    return new byte[calls++ * 100];
  }

  @NoAllocation
  byte[] shrinksWithEachCall() {
    return new byte[Math.max(0, 1_000 - calls++ * 100)];
  }

  @Tag("varying") // bytes of linkage depend on what has run before
  @MaxAllocatedBytes(value = "1 KiB", runs = 1, warmups = 0)
  String mayRunOnce() {
    return consumed.remove(0) + consumed.remove(0) + consumed.remove(0);
  }

  @MaxAllocatedBytes(value = "0 B", runs = 1, warmups = 0)
  byte[] mayRunOnceAndExceeds() {
    consumed.remove(2);
    return new byte[100];
  }

  @MaxAllocatedBytes("1 KiB")
  String mayRunOnceButRunsOften() {
    return consumed.remove(0);
  }

  @Tag("varying") // bytes of linkage depend on what has run before
  @MaxAllocatedBytes(value = "4 MiB", runs = 1, warmups = 0)
  long firstCallWithin() {
    return Stream.of("x").filter(word -> !word.isEmpty()).count();
  }

  @MaxAllocatedBytes(value = "1016 B", runs = 1, warmups = 0)
  byte[] firstCallOfAnArray() {
    return new byte[1_000];
  }

  @MaxAllocatedBytes(value = "1015 B", runs = 1, warmups = 0)
  byte[] firstCallAboveItsLimit() {
    return new byte[1_000];
  }

  @MaxAllocatedBytes(value = "1016 B", runs = 1, warmups = 20)
  byte[] oneRunAfterWarmUps() {
    return new byte[1_000];
  }

  @MaxAllocatedBytes(value = "0 B", runs = 20, warmups = 0)
  byte[] manyRuns() {
    return new byte[10];
  }

  @MaxAllocatedBytes(value = "0 B", depth = Depth.LIBRARIES)
  List<Integer> sortsACopy() {
    List<Integer> copy = new ArrayList<>(List.of(3, 1, 2));
    Collections.sort(copy);
    return copy;
  }

  @NoAllocation
  BigInteger bigIntegers() {
    return BigInteger.valueOf(1_000_003).pow(5);
  }

  @NoAllocation
  LocalDate dates() {
    return LocalDate.ofEpochDay(10_000).plusDays(1);
  }

  @NoAllocation
  String identifiers() {
    return new UUID(1, 2).toString();
  }

  @MaxAllocatedBytes("1 KiB")
  ByteBuffer heapBuffer() {
    return ByteBuffer.allocate(500).putInt(1);
  }

  @NoAllocation
  Object reflects() throws ReflectiveOperationException {
    return BytesTests.class.getDeclaredField("calls").getName();
  }

  @NoAllocation
  Object copies() {
    return numbers.clone();
  }

  @NoAllocation
  Object copiesARange() {
    return Arrays.copyOfRange(numbers, 0, 10);
  }

  @NoAllocation
  int recurses() {
    return depth(20);
  }

  private int depth(int left) {
    return left == 0 ? 0 : 1 + depth(left - 1);
  }

  @NoAllocation
  int callsThroughAnInterface() {
    Iterator<String> iterator = WORDS.iterator();
    return iterator.next().length();
  }

  @NoAllocation
  Object weakMap() {
    Map<Object, String> map = new WeakHashMap<>();
    map.put(this, "");
    return map;
  }

  @NoAllocation
  Object completedFuture() {
    return CompletableFuture.completedFuture("x").join();
  }

  @Test
  @NoAllocation
  void fillsAField() {
    sink = new Object();
  }

  @Test
  @NoAllocation
  void synchronizes() {
    synchronized (this) {
      calls++;
    }
  }

  @NoAllocation
  Object initializesAClassInTheFirstCall() {
    return Lazy.VALUE;
  }

  static final class Lazy {
    static final byte[] VALUE = new byte[2_000];
  }

  @NoAllocation
  Object nullValue() {
    return null;
  }

  @NoAllocation
  double primitiveValue() {
    return Math.sqrt(numbers.length);
  }

  @NoAllocation
  Object createsAnInnerObject() {
    return new Object() {
      @Override
      public String toString() {
        return "inner of " + calls;
      }
    };
  }

  @MaxAllocatedBytes("150 B")
  byte[] differentSizesAroundTheLimit() {
    return new byte[calls++ % 2 == 0 ? 50 : 200];
  }

  @MaxAllocatedBytes("150 B")
  byte[] oneLargeCallInTen() {
    return new byte[calls++ % 10 == 9 ? 200 : 50];
  }

  @NoAllocation
  byte[] everyCallIsDifferent() {
    return new byte[calls++ * 37 % 100];
  }
}
