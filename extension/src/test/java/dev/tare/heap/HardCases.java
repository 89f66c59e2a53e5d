package dev.tare.heap;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtField;
import javassist.CtNewConstructor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.Arguments;

/** Objects that heap profilers are known to size wrongly, and some common ones. */
// fields exist to be measured, and lists for their object layout
@SuppressWarnings({"JdkObsolete", "UnusedVariable"})
final class HardCases {

  record Point(int x, @Nullable Object y) {}

  static class Gap {
    byte a;
    @Nullable Object b;
  }

  static class PackedGap extends Gap {
    byte c;
    short d;
    Object e = "in the gap".repeat(2);
  }

  private HardCases() {}

  /** Names and objects. */
  static Stream<Arguments> all() throws Exception {
    int captured = new Random().nextInt();
    Supplier<Object> lambda = () -> new int[] {captured};
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    return Stream.of(
        arguments("record", new Point(1, new Point(2, "y"))),
        arguments("capturing lambda", lambda),
        arguments(
            "hidden class",
            MethodHandles.lookup()
                .defineHiddenClass(hiddenClass(), true)
                .lookupClass()
                .getConstructor()
                .newInstance()),
        arguments("enum constant as the value", TimeUnit.SECONDS),
        arguments("field in a gap of the superclass", new PackedGap()),
        arguments("throwable with its backtrace", new IllegalStateException(new Exception())),
        arguments("weak reference", new WeakReference<>(new int[100])),
        arguments("soft reference", new SoftReference<>(new int[100])),
        arguments("phantom reference", new PhantomReference<>("", new ReferenceQueue<>())),
        arguments("reflective method", String.class.getMethod("substring", int.class)),
        arguments("reflective field", Gap.class.getDeclaredField("a")),
        arguments("thread as the value", new Thread(() -> {}, "not started")),
        arguments("class loader as the value", new URLClassLoader(new URL[0], null)),
        arguments(
            "method handle",
            lookup.findVirtual(String.class, "length", MethodType.methodType(int.class))),
        arguments("direct buffer", ByteBuffer.allocateDirect(1000)),
        arguments("contended cells", contended()),
        arguments("string of bytes", "abc".repeat(11)),
        arguments("string of chars", "\u20ac".repeat(11)),
        arguments("boxed", Long.valueOf(1L << 40)),
        arguments("empty array", new long[0]),
        arguments("booleans", new boolean[13]),
        arguments("array of arrays", new int[7][5]),
        arguments("array with holes", new Object[] {null, new Object[0], null}),
        arguments("path", Path.of("some", "path")),
        arguments("module", Object.class.getModule()),
        arguments("stack walker", StackWalker.getInstance()),
        arguments("ArrayList", new ArrayList<>(List.of(1, 2000, 3))),
        arguments("List.of", List.of(1, 2000, 3)),
        arguments("HashMap", filled(new HashMap<>())),
        arguments("colliding HashMap", colliding()),
        arguments("LinkedHashMap", filled(new LinkedHashMap<>())),
        arguments("TreeMap", filled(new TreeMap<>())),
        arguments("IdentityHashMap", filled(new IdentityHashMap<>())),
        arguments("WeakHashMap", weak()),
        arguments("ConcurrentHashMap", filled(new ConcurrentHashMap<>())),
        arguments("skip list", filled(new ConcurrentSkipListMap<>())),
        arguments("EnumMap", new EnumMap<>(Map.of(TimeUnit.DAYS, new int[3]))),
        arguments("BitSet", BitSet.valueOf(new long[] {1, 2, 3})),
        arguments("LinkedList", new LinkedList<>(List.of(1, 2, 3))),
        arguments("LinkedList of nulls", new LinkedList<>(Collections.nCopies(1000, null))),
        arguments("strings that share an array", stringsThatShareAnArray()),
        arguments("percent format", NumberFormat.getPercentInstance(Locale.ROOT)),
        arguments("buffer with views", bufferWithViews()),
        arguments(
            "local class",
            new Object() {
              final Object own = new int[captured & 7];
            }));
  }

  private static List<String> stringsThatShareAnArray() {
    String text = "abc".repeat(11);
    return List.of(text, new String(text));
  }

  private static List<Object> bufferWithViews() {
    ByteBuffer buffer = ByteBuffer.allocate(100);
    return List.of(
        buffer,
        buffer.slice(),
        buffer.duplicate(),
        buffer.asReadOnlyBuffer(),
        buffer.asIntBuffer());
  }

  static byte[] hiddenClass() throws Exception {
    ClassPool pool = new ClassPool(true);
    CtClass type = pool.makeClass("dev.tare.heap.Hidden");
    type.addField(CtField.make("private Object inside = new long[5];", type));
    type.addConstructor(CtNewConstructor.make("public Hidden() {}", type));
    return type.toBytecode();
  }

  /** A counter with padded cells, whatever the number of processors. */
  static Object contended() throws Exception {
    LongAdder adder = new LongAdder();
    Thread[] threads = new Thread[4];
    Arrays.setAll(
        threads, t -> new Thread(() -> IntStream.range(0, 20_000).forEach(i -> adder.add(1))));
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    // a separate pool: the number of workers of the common pool varies
    return List.of(adder, new Exchanger<>(), new ForkJoinPool(1));
  }

  static Map<Object, Object> colliding() {
    Map<Object, Object> map = new HashMap<>();
    List<String> keys =
        List.of("AaAa", "AaBB", "BBAa", "BBBB", "AaC#", "C#Aa", "BBC#", "C#BB", "C#C#");
    for (String first : keys) {
      for (String second : keys) {
        map.put(first + second, 1);
      }
    }
    return map;
  }

  /** Returns a weak map together with its keys, so that no collection removes an entry. */
  private static List<Object> weak() {
    Map<Object, Object> keys = filled(new LinkedHashMap<>());
    return List.of(new WeakHashMap<>(keys), keys);
  }

  static Map<Object, Object> filled(Map<Object, Object> map) {
    for (int i = 0; i < 300; i++) {
      map.put("key " + i, new Point(i, List.of(i, "v" + i)));
    }
    return map;
  }
}
