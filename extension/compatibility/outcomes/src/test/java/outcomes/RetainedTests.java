package outcomes;

import dev.tare.heap.NotFollowed;
import dev.tare.retained.JudgedLayout;
import dev.tare.retained.Kind;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Sizes of values. */
class RetainedTests {

  private static final List<Object> REGISTRY = new ArrayList<>();
  private static final byte[] SHARED = new byte[1_000];
  private static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();

  private final byte[] heldByTheTest = new byte[500];
  private int calls;

  enum Side {
    LEFT,
    RIGHT
  }

  record Pair(Object first, Object second) {}

  static final class Node {
    Node next;
    final byte[] content = new byte[84];
  }

  static final class Child {
    @NotFollowed final Object parent;
    final byte[] own = new byte[84];

    Child(Object parent) {
      this.parent = parent;
    }
  }

  final class Inner {
    final int number = calls;
  }

  @MaxRetainedSize("1016 B")
  byte[] arrayAtItsLimit() {
    return new byte[1_000];
  }

  @MaxRetainedSize("1015 B")
  byte[] arrayOneByteAboveItsLimit() {
    return new byte[1_000];
  }

  @MaxRetainedSize("0 B")
  Object zeroLimit() {
    return new Object();
  }

  @MaxRetainedSize("1 KiB")
  Object nullValue() {
    return null;
  }

  @MaxRetainedSize("1 KiB")
  String literal() {
    return "literal";
  }

  @MaxRetainedSize("64 B")
  String text() {
    return "x".repeat(100);
  }

  @MaxRetainedSize("1 KiB")
  int primitive() {
    return 5;
  }

  @MaxRetainedSize("8 B")
  Integer smallBox() {
    return 5;
  }

  @MaxRetainedSize("1 KiB")
  List<Integer> arrayList() {
    List<Integer> list = new ArrayList<>();
    for (int i = 1_000; i < 1_100; i++) {
      list.add(i);
    }
    return list;
  }

  @MaxRetainedSize("1 KiB")
  List<Integer> linkedList() {
    List<Integer> list = new LinkedList<>();
    for (int i = 1_000; i < 1_100; i++) {
      list.add(i);
    }
    return list;
  }

  @MaxRetainedSize("4 KiB")
  Map<String, Integer> hashMap() {
    Map<String, Integer> map = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      map.put("key " + i, i);
    }
    return map;
  }

  @MaxRetainedSize("64 KiB")
  Map<String, Integer> linkedMap() {
    Map<String, Integer> map = new LinkedHashMap<>();
    for (int i = 0; i < 100; i++) {
      map.put("key " + i, i);
    }
    return map;
  }

  @MaxRetainedSize("64 KiB")
  Map<String, Integer> treeMap() {
    Map<String, Integer> map = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      map.put("key " + i, i);
    }
    return map;
  }

  @MaxRetainedSize("64 KiB")
  Map<String, Integer> concurrentMap() {
    Map<String, Integer> map = new ConcurrentHashMap<>();
    for (int i = 0; i < 100; i++) {
      map.put("key " + i, i);
    }
    return map;
  }

  @MaxRetainedSize("64 KiB")
  Map<Object, Integer> identityMap() {
    Map<Object, Integer> map = new IdentityHashMap<>();
    for (int i = 0; i < 10; i++) {
      map.put(new Object(), i);
    }
    return map;
  }

  @MaxRetainedSize("1 KiB")
  Map<Object, byte[]> weakMap() {
    Map<Object, byte[]> map = new WeakHashMap<>();
    map.put(SHARED, new byte[100]);
    return map;
  }

  @MaxRetainedSize("64 B")
  Map<Side, String> enumMap() {
    return new EnumMap<>(Map.of(Side.LEFT, "left", Side.RIGHT, "right"));
  }

  @MaxRetainedSize("1 KiB")
  Object queues() {
    return List.of(new ArrayDeque<>(List.of(1_000)), new PriorityQueue<>(List.of(1_000)));
  }

  @MaxRetainedSize("128 B")
  List<Integer> immutableLists() {
    return List.of(1_000, 2_000, 3_000);
  }

  @MaxRetainedSize("1 KiB")
  Object jdkValues() {
    return List.of(
        new BigDecimal("12345678901234567890.5"), LocalDate.of(2000, 1, 2), new BitSet(100));
  }

  @MaxRetainedSize("1 KiB")
  Optional<byte[]> optional() {
    return Optional.of(new byte[100]);
  }

  @MaxRetainedSize("100 KiB")
  Node longChain() {
    Node first = new Node();
    Node last = first;
    for (int i = 1; i < 1_000; i++) {
      last.next = new Node();
      last = last.next;
    }
    return first;
  }

  @MaxRetainedSize("240 B")
  Node cycle() {
    Node first = new Node();
    first.next = new Node();
    first.next.next = first;
    return first;
  }

  @MaxRetainedSize("200 B")
  Pair sameTwice() {
    byte[] content = new byte[100];
    return new Pair(content, content);
  }

  @MaxRetainedSize("100 B")
  Pair partlyStatic() {
    return new Pair(SHARED, new byte[10]);
  }

  @MaxRetainedSize(value = "100 B", kind = Kind.REACHABLE)
  Pair partlyStaticReachable() {
    return new Pair(SHARED, new byte[10]);
  }

  @MaxRetainedSize("100 B")
  Pair partlyHeldByTheTest() {
    return new Pair(heldByTheTest, new byte[200]);
  }

  @MaxRetainedSize("1 KiB")
  Object registered() {
    Object value = new Pair(new byte[100], null);
    REGISTRY.add(value);
    return value;
  }

  @MaxRetainedSize("10 B")
  Object elementsRegistered() {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Object value = new byte[100];
      REGISTRY.add(value);
      values.add(value);
    }
    return values;
  }

  @MaxRetainedSize("1 KiB")
  Object inAThreadLocal() {
    LOCAL.set(new byte[2_000]);
    return LOCAL.get();
  }

  @MaxRetainedSize("1 KiB")
  Object weakReference() {
    return new WeakReference<>(new byte[5_000]);
  }

  @MaxRetainedSize("1 KiB")
  Object softReference() {
    return new SoftReference<>(new byte[5_000]);
  }

  @MaxRetainedSize("200 B")
  Child notFollowed() {
    return new Child(new byte[5_000]);
  }

  @MaxRetainedSize("40 B")
  Child notFollowedAbove() {
    return new Child(new byte[5_000]);
  }

  @MaxRetainedSize(value = "100 B", ignoring = Node.class)
  Pair ignored() {
    return new Pair(new Node(), new byte[10]);
  }

  @MaxRetainedSize("8 B")
  Inner innerObject() {
    return new Inner();
  }

  @MaxRetainedSize("100 B")
  Supplier<Object> capturingLambda() {
    byte[] captured = new byte[100];
    return () -> captured;
  }

  @MaxRetainedSize("100 B")
  Supplier<Object> lambdaWithoutCapture() {
    return () -> "x";
  }

  @MaxRetainedSize("1 KiB")
  Class<?> classObject() {
    return Node.class;
  }

  @MaxRetainedSize("1 KiB")
  Side enumConstant() {
    return Side.LEFT;
  }

  @MaxRetainedSize("1 KiB")
  Thread thread() {
    return Thread.currentThread();
  }

  @MaxRetainedSize("16 KiB")
  Object threadPool() {
    return new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }

  @MaxRetainedSize("16 KiB")
  Exception exception() {
    return new IllegalStateException("x");
  }

  @MaxRetainedSize("1 KiB")
  ByteBuffer directBuffer() {
    return ByteBuffer.allocateDirect(5_000);
  }

  @MaxRetainedSize(value = "4 KiB", kind = Kind.OFF_HEAP)
  ByteBuffer directBufferOffHeap() {
    return ByteBuffer.allocateDirect(5_000);
  }

  @MaxRetainedSize(value = "5000 B", kind = Kind.OFF_HEAP)
  ByteBuffer directBufferOffHeapAtItsLimit() {
    return ByteBuffer.allocateDirect(5_000).slice();
  }

  @MaxRetainedSize(value = "1 KiB", kind = Kind.OFF_HEAP)
  byte[] nothingOffHeap() {
    return new byte[5_000];
  }

  @MaxRetainedSize(value = "40 B", layout = JudgedLayout.COMPACT)
  Object[] compactLayout() {
    return new Object[] {new Object(), new Object()};
  }

  @MaxRetainedSize(value = "40 B", layout = JudgedLayout.COMPRESSED)
  Object[] compressedLayout() {
    return new Object[] {new Object(), new Object()};
  }

  @MaxRetainedSize("1 KiB")
  Object throwsAnException() {
    throw new IllegalStateException("the body is broken");
  }

  @Test
  @MaxRetainedSize("1 KiB")
  void methodWithoutValue() {
    calls++;
  }

  @Test
  void handsOver(@MaxRetainedSize("1016 B") Retained<byte[]> value) {
    value.hold(new byte[1_000]);
  }

  @Test
  void handsOverTooMuch(@MaxRetainedSize("1015 B") Retained<byte[]> value) {
    value.hold(new byte[1_000]);
  }

  @Test
  void handsOverTwice(@MaxRetainedSize("100 B") Retained<byte[]> value) {
    value.hold(new byte[1_000]);
    value.hold(new byte[10]);
  }

  @Test
  void handsOverNull(@MaxRetainedSize("1 KiB") Retained<byte[]> value) {
    value.hold(null);
  }

  @Test
  void handsNothingOver(@MaxRetainedSize("1 KiB") Retained<byte[]> value) {}

  @Test
  void twoValues(
      @MaxRetainedSize("16 B") Retained<byte[]> one,
      @MaxRetainedSize("1 KiB") Retained<byte[]> two) {
    one.hold(new byte[100]);
    two.hold(new byte[100]);
  }

  @Test
  @MaxRetainedSize("16 B")
  void defaultOfTheMethod(Retained<byte[]> value) {
    value.hold(new byte[100]);
  }

  @Test
  void withoutLimit(Retained<byte[]> value) {
    value.hold(new byte[100]);
  }

  @Test
  void valueThatALocalVariableHolds(@MaxRetainedSize("100 B") Retained<byte[]> value) {
    byte[] local = new byte[100];
    value.hold(local);
    calls += local.length;
  }
}
