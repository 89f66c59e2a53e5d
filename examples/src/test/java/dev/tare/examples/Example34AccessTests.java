package dev.tare.examples;

import dev.tare.benchmark.Benchmarked;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The puzzle of the access times: how long does getting one element take?
 *
 * <p>It depends on the previous access. A list of a thousand elements is in the processor's cache.
 * A random element of a million is not, and its cache miss takes longer than the list's code. A
 * tree adds its depth. One call gets 1,024 elements; the times are per element.
 *
 * <p>{@code mvn -Ppuzzles} runs it, with the time of each.
 */
@Tag("puzzle")
class Example34AccessTests {

  private static final int ACCESSES = 1_024;

  private final int[] places = new int[ACCESSES];
  private IntFunction<Integer> collection = Integer::valueOf;
  private int from;
  private int size = 1;
  private int sum;

  @BeforeEach
  void start() {
    from = 0;
  }

  // tag::right[]
  @ParameterizedTest(name = "{0}, {1}, {2}")
  @CsvSource({
    "list, 1024, sequential", "list, 1024, random",
    "hash, 1024, sequential", "hash, 1024, random",
    "tree, 1024, sequential", "tree, 1024, random",
    "list, 1048576, sequential", "list, 1048576, random",
    "hash, 1048576, sequential", "hash, 1048576, random",
    "tree, 1048576, sequential", "tree, 1048576, random",
  })
  @Benchmarked(max = "10 us", operations = ACCESSES)
  void gets(String kind, int elements, String order) {
    fill(kind, elements, order);
    from = (from + ACCESSES) % size;
    for (int place : places) {
      sum += collection.apply((place + from) % size);
    }
  }

  // end::right[]

  /** Fills the collection in the first call, which is not judged. */
  private void fill(String kind, int elements, String order) {
    if (size == elements) {
      return;
    }
    size = elements;
    Random random = new Random(1);
    IntStream.range(0, ACCESSES)
        .forEach(i -> places[i] = order.equals("random") ? random.nextInt(size) : i);
    List<Integer> all = new ArrayList<>(IntStream.range(0, size).boxed().toList());
    Map<Integer, Integer> map = kind.equals("hash") ? new HashMap<>() : new TreeMap<>();
    if (kind.equals("list")) {
      collection = all::get;
    } else {
      all.forEach(one -> map.put(one, one));
      collection = map::get;
    }
    // else a garbage collection of all this could fall into the timed milliseconds
    System.gc();
  }
}
