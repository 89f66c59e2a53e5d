package dev.tare.survival;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Work that creates objects and keeps none of them.
 *
 * @param size the amount of work
 */
record CleanWork(Kind kind, int size) {

  private static final Map<Integer, String> PREPARED =
      IntStream.range(0, 100)
          .boxed()
          .collect(HashMap::new, (map, i) -> map.put(i, "text " + i), Map::putAll);
  private static final Map<Integer, String> EMPTIED = new ConcurrentHashMap<>();
  private static final Deque<Object> QUEUE = new ArrayDeque<>(1_000);
  private static final ThreadLocal<StringBuilder> REUSED =
      ThreadLocal.withInitial(() -> new StringBuilder(10_000));
  private static long used;

  /** Kind of work. */
  @SuppressWarnings("ImmutableEnumChecker") // the lambdas capture nothing
  enum Kind {
    ARRAY(size -> use(new byte[size * 100])),
    TEXT(size -> use("text " + size + used)),
    FORMAT(size -> use(String.format(Locale.ROOT, "%d of %s", size, "text"))),
    MAP(
        size -> {
          Map<Integer, String> map = new HashMap<>();
          for (int i = 0; i < size; i++) {
            map.put(i, "value " + i);
          }
          use(map);
        }),
    STREAM(size -> use(IntStream.range(0, size).mapToObj(Integer::toString).toList())),
    NUMBER(size -> use(BigInteger.valueOf(size + 2).pow(size))),
    SORT(
        size -> {
          List<Integer> list = new ArrayList<>();
          for (int i = 0; i < size; i++) {
            list.add(size * 7_919 % (i + 1));
          }
          Collections.sort(list);
          use(list);
        }),
    LOOK_UP(size -> use(String.valueOf(PREPARED.get(size % 100)))),
    PUT_AND_REMOVE(
        size -> {
          EMPTIED.put(size + 1_000, "value");
          use(String.valueOf(EMPTIED.remove(size + 1_000)));
        }),
    QUEUE_AND_POLL(
        size -> {
          for (int i = 0; i < size; i++) {
            QUEUE.add(new long[i]);
          }
          QUEUE.clear();
        }),
    REUSE(
        size -> {
          StringBuilder builder = REUSED.get();
          builder.setLength(0);
          use(builder.append("text ").append(size).toString());
        }),
    THROW(
        size -> {
          try {
            throw new IllegalStateException("thrown " + size);
          } catch (IllegalStateException e) {
            use(String.valueOf(e.getMessage()));
          }
        }),
    NOTHING(size -> used += size);

    private final IntConsumer work;

    Kind(IntConsumer work) {
      this.work = work;
    }

    private static void use(Object object) {
      used += object.hashCode();
    }
  }

  static CleanWork of(Random random) {
    Kind[] kinds = Kind.values();
    return new CleanWork(kinds[random.nextInt(kinds.length)], 1 + random.nextInt(200));
  }

  String name() {
    return kind + " " + size;
  }

  void run() {
    kind.work.accept(size);
  }
}
