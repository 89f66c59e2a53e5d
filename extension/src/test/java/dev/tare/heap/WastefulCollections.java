package dev.tare.heap;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Wasteful collections, each with a compact equivalent. */
// these classes are the subject
@SuppressWarnings({"JdkObsolete", "UnnecessaryStringBuilder"})
final class WastefulCollections {

  private WastefulCollections() {}

  static final class OwnList extends ArrayList<Object> {
    private static final long serialVersionUID = 1L;

    OwnList(int capacity) {
      super(capacity);
    }
  }

  static final class OwnMap extends HashMap<Object, Object> {
    private static final long serialVersionUID = 1L;
  }

  /** Returns names, wasteful objects and their compact replacements. */
  static Stream<Arguments> all() {
    return Stream.of(capacity(), tables(), buffers()).flatMap(part -> part);
  }

  private static <C extends Collection<Object>> C with(C collection, int elements) {
    collection.addAll(keys(elements));
    return collection;
  }

  /** Returns different strings, the same for every collection. */
  private static List<Object> keys(int count) {
    return IntStream.range(0, count).<Object>mapToObj(i -> KEYS.get(i)).toList();
  }

  private static final List<String> KEYS =
      IntStream.range(0, 100).mapToObj(i -> "key " + i).toList();

  private static <M extends Map<Object, Object>> M with(M map, int entries) {
    keys(entries).forEach(key -> map.put(key, key));
    return map;
  }

  private static <C extends Collection<Object>> C reduced(C collection, int elements) {
    with(collection, 60).removeAll(KEYS.subList(elements, 60));
    return collection;
  }

  private static <M extends Map<Object, Object>> M reduced(M map, int entries) {
    with(map, 60);
    KEYS.subList(entries, 60).forEach(map::remove);
    return map;
  }

  private static Stream<Arguments> capacity() {
    ArrayDeque<Object> wrapped = with(new ArrayDeque<>(20), 16);
    for (int i = 0; i < 12; i++) {
      wrapped.removeFirst();
    }
    wrapped.addAll(keys(4));
    wrapped.addFirst("first");
    ArrayDeque<Object> same = new ArrayDeque<>(wrapped.size());
    same.addAll(wrapped);
    Object[] tail = Arrays.copyOf(keys(3).toArray(), 40);
    return Stream.of(
        arguments("ArrayList", reduced(new ArrayList<>(), 7), with(new ArrayList<>(7), 7)),
        arguments("empty ArrayList", reduced(new ArrayList<>(), 0), new ArrayList<>(0)),
        arguments("list of one", with(new ArrayList<>(), 1), with(new ArrayList<>(1), 1)),
        arguments("subclass", reduced(new OwnList(3), 2), with(new OwnList(2), 2)),
        arguments("empty subclass", new OwnList(30), new OwnList(0)),
        arguments("Vector", reduced(new Vector<>(), 7), with(new Vector<>(7), 7)),
        arguments("Stack", with(new Stack<>(), 3), trimmed(with(new Stack<>(), 3))),
        arguments("ArrayDeque", with(new ArrayDeque<>(), 3), with(new ArrayDeque<>(3), 3)),
        arguments("wrapped ArrayDeque", wrapped, same),
        arguments("empty ArrayDeque", new ArrayDeque<>(), new ArrayDeque<>(0)),
        arguments("PriorityQueue", with(new PriorityQueue<>(), 3), with(new PriorityQueue<>(3), 3)),
        arguments(
            "PriorityBlockingQueue",
            with(new PriorityBlockingQueue<>(), 4),
            with(new PriorityBlockingQueue<>(4), 4)),
        arguments("array", tail, keys(3).toArray()),
        arguments("array of nothing", new Object[30], new Object[0]));
  }

  private static Stack<Object> trimmed(Stack<Object> stack) {
    stack.trimToSize();
    return stack;
  }

  private static Stream<Arguments> tables() {
    OwnMap emptied = reduced(new OwnMap(), 0);
    return Stream.of(
        arguments("HashMap", reduced(new HashMap<>(), 7), with(new HashMap<>(16), 7)),
        arguments("empty HashMap", reduced(new HashMap<>(), 0), new HashMap<>()),
        arguments("HashMap of one", with(new HashMap<>(), 1), with(new HashMap<>(2), 1)),
        arguments("HashMap of three", with(new HashMap<>(), 3), with(new HashMap<>(4), 3)),
        arguments("HashMap of four", with(new HashMap<>(), 4), with(new HashMap<>(8), 4)),
        arguments(
            "HashMap half full",
            reduced(new HashMap<>(8, .5f), 8),
            with(new HashMap<>(16, .5f), 8)),
        arguments("emptied subclass", emptied, new OwnMap()),
        arguments(
            "LinkedHashMap", reduced(new LinkedHashMap<>(), 7), with(new LinkedHashMap<>(16), 7)),
        arguments("HashSet", reduced(new HashSet<>(), 7), with(new HashSet<>(16), 7)),
        arguments(
            "LinkedHashSet", reduced(new LinkedHashSet<>(), 7), with(new LinkedHashSet<>(16), 7)),
        arguments(
            "ConcurrentHashMap",
            reduced(new ConcurrentHashMap<>(), 5),
            with(new ConcurrentHashMap<>(5), 5)),
        arguments(
            "empty ConcurrentHashMap",
            reduced(new ConcurrentHashMap<>(), 0),
            new ConcurrentHashMap<>()),
        arguments(
            "ConcurrentHashMap of six",
            reduced(new ConcurrentHashMap<>(), 6),
            with(new ConcurrentHashMap<>(8), 6)),
        arguments(
            "IdentityHashMap",
            reduced(new IdentityHashMap<>(), 5),
            with(new IdentityHashMap<>(5), 5)));
  }

  private static Stream<Arguments> buffers() {
    StringBuilder wide = new StringBuilder(70).append("\u20ac uro");
    StringBuilder fitting = new StringBuilder(wide);
    fitting.trimToSize();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(1);
    ByteArrayOutputStream one = new ByteArrayOutputStream(1);
    one.write(1);
    BitSet bits = new BitSet();
    bits.set(1000);
    bits.set(1);
    bits.clear(1000);
    return Stream.of(
        arguments("StringBuilder", new StringBuilder(50).append("abc"), builder("abc")),
        arguments("StringBuilder of chars", wide, fitting),
        arguments("empty StringBuilder", new StringBuilder(), new StringBuilder(0)),
        arguments("StringBuffer", new StringBuffer("abcdefg"), buffer("abcdefg")),
        arguments("ByteArrayOutputStream", bytes, one),
        arguments("BitSet", bits, bits.clone()));
  }

  private static StringBuilder builder(String text) {
    StringBuilder builder = new StringBuilder(text);
    builder.trimToSize();
    return builder;
  }

  private static StringBuffer buffer(String text) {
    StringBuffer buffer = new StringBuffer(text);
    buffer.trimToSize();
    return buffer;
  }

  /**
   * Returns JDK constants that some of the replacements refer to, which are shared by the whole
   * program.
   */
  static Object constants() {
    return List.of(
        new OwnList(0), with(new HashSet<>(4), 2), with(new TreeSet<>(), 2), Set.of(new Object()));
  }

  /** Returns names, and objects without waste. */
  static Stream<Arguments> exact() {
    return Stream.of(
        arguments("HashMap as it grows", with(new HashMap<>(), 12)),
        arguments("HashMap one further", with(new HashMap<>(), 13)),
        arguments("ConcurrentHashMap as it grows", with(new ConcurrentHashMap<>(), 11)),
        arguments("ConcurrentHashMap one further", with(new ConcurrentHashMap<>(), 12)),
        arguments("IdentityHashMap as it grows", with(new IdentityHashMap<>(), 21)),
        arguments("copied list", new ArrayList<>(keys(7))),
        arguments("List.of", keys(7)),
        arguments("Map.of", Map.of("a", "b", "c", "d", "e", "f")),
        arguments("Set.of", Set.of("a", "b", "c", "d", "e", "f")),
        arguments("TreeMap", with(new TreeMap<>(), 7)),
        arguments("empty ones that are shared", List.of(List.of(), Map.of(), Set.of())),
        arguments("LinkedList", with(new LinkedList<>(), 7)),
        arguments("CopyOnWriteArrayList", with(new CopyOnWriteArrayList<>(), 7)),
        arguments("table with holes", new Object[] {null, "a", null, "b", null, null, null, null}),
        arguments("array of numbers", new int[100]));
  }

  /** Returns a box of each class. */
  @SuppressWarnings({
    "removal",
    "BoxedPrimitiveConstructor"
  }) // boxes of small numbers outside the JDK's cache
  static Object[] boxes() {
    return new Object[] {
      new Byte((byte) 1),
      new Short((short) 1000),
      new Integer(1000),
      new Long(1L << 40),
      new Float(1.5f),
      new Double(1e300),
      new Character('\u20ac'),
      new Boolean(true)
    };
  }
}
