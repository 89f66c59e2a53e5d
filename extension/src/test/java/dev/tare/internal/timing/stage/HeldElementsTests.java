package dev.tare.internal.timing.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.call.TestBodies;
import dev.tare.internal.timing.call.BenchmarkCase;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields whose elements only the first call of a method sorts or removes. */
class HeldElementsTests {

  private static BenchmarkCase benchmarkCase(Object target, String method) throws Exception {
    TestBody body =
        TestBodies.of(
            target,
            target.getClass().getDeclaredMethod(method),
            new Object[0],
            (called, on, arguments) -> called.invoke(on, arguments));
    return new BenchmarkCase(method + "()", body);
  }

  private static @Nullable String usedUp(BenchmarkCase benchmarkCase) throws Throwable {
    HeldElements before = HeldElements.of(benchmarkCase);
    benchmarkCase.body().call();
    HeldElements between = HeldElements.of(benchmarkCase);
    benchmarkCase.body().call();
    return before.usedUp(between, HeldElements.of(benchmarkCase)).map(Field::getName).orElse(null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "names", "numbers", "queue", "smallestFirst", "fixed", "shared"})
  void inputThatOnlyTheFirstCallSortsOrRemovesIsUsedUp(String field) throws Throwable {
    assertThat(usedUp(benchmarkCase(new UsingUp(), field))).isEqualTo(field);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sortsACopy",
        "shuffles",
        "reverses",
        "rotates",
        "adds",
        "refills",
        "clearsItsBuffer",
        "writesResults",
        "remembers",
        "replaces",
        "sortsSortedRows",
        "drainsAndFills",
        "fillsOnce"
      })
  void fieldsThatEachCallUsesAlikeAreNotUsedUp(String method) throws Throwable {
    assertThat(usedUp(benchmarkCase(new Ordinary(), method))).isNull();
  }

  @Test
  void preparedInputIsNotUsedUp() throws Throwable {
    UsingUp target = new UsingUp();
    TestBody nothing = benchmarkCase(new Ordinary(), "adds").body();

    assertThat(
            usedUp(
                new BenchmarkCase(
                    "rows()", benchmarkCase(target, "rows").body(), List.of(nothing))))
        .isNull();
  }

  @Test
  void bodiesThatOthersWroteHaveNoElements() {
    assertThat(HeldElements.of(new BenchmarkCase("other()", new OtherBody())).byField()).isEmpty();
  }

  @Test
  void comparisonCallsNoCodeOfTheUser() throws Throwable {
    assertThat(usedUp(benchmarkCase(new UsingUp(), "hostile"))).isEqualTo("hostile");
  }

  private static List<Integer> shuffled() {
    List<Integer> numbers = new ArrayList<>(IntStream.range(0, 500).boxed().toList());
    Collections.shuffle(numbers, new Random(7));
    return numbers;
  }

  /** An element that allows only the comparison by which it is sorted. */
  record Hostile(int number) implements Comparable<Hostile> {
    @Override
    public int compareTo(Hostile other) {
      return Integer.compare(number, other.number);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      throw new IllegalStateException();
    }

    @Override
    public int hashCode() {
      throw new IllegalStateException();
    }
  }

  static class Inherited {
    final List<Integer> rows = shuffled();
  }

  static class UsingUp extends Inherited {
    private static final List<Integer> shared = shuffled();
    private final String[] names = {"b", "a", "c"};
    private final int[] numbers = shuffled().stream().mapToInt(number -> number * 1_000).toArray();
    private final ArrayDeque<Integer> queue = new ArrayDeque<>(shuffled());
    private final PriorityQueue<Integer> smallestFirst = new PriorityQueue<>(shuffled());
    private final List<String> fixed = Arrays.asList("b", "a");
    private final List<Hostile> hostile = new ArrayList<>(List.of(new Hostile(2), new Hostile(1)));

    void rows() {
      Collections.sort(rows);
    }

    void names() {
      Arrays.sort(names);
    }

    void numbers() {
      Arrays.sort(numbers);
    }

    int queue() {
      int sum = 0;
      while (!queue.isEmpty()) {
        sum += queue.poll();
      }
      return sum;
    }

    int smallestFirst() {
      int sum = 0;
      while (!smallestFirst.isEmpty()) {
        sum += smallestFirst.poll();
      }
      return sum;
    }

    void fixed() {
      Collections.sort(fixed);
    }

    void shared() {
      Collections.sort(shared);
    }

    void hostile() {
      Collections.sort(hostile);
    }
  }

  static class Ordinary {
    private final List<Integer> rows = shuffled();
    private final List<Integer> sorted = new ArrayList<>(List.of(1, 2, 3));
    private final List<Integer> buffer = new ArrayList<>();
    private final ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(1, 2, 3));
    private final long[] results = new long[3];
    private final Map<String, Integer> remembered = new HashMap<>();
    private final Random random = new Random(7);

    List<Integer> sortsACopy() {
      List<Integer> copy = new ArrayList<>(rows);
      Collections.sort(copy);
      return copy;
    }

    void shuffles() {
      Collections.shuffle(rows, random);
    }

    void reverses() {
      Collections.reverse(rows);
    }

    void rotates() {
      Collections.rotate(rows, 1);
    }

    void adds() {
      buffer.add(1);
    }

    void refills() {
      buffer.clear();
      buffer.addAll(sorted);
    }

    int clearsItsBuffer() {
      buffer.addAll(rows);
      int size = buffer.size();
      buffer.clear();
      return size;
    }

    void writesResults() {
      Arrays.setAll(results, i -> 7L * i);
    }

    int remembers() {
      return remembered.computeIfAbsent("key", String::length);
    }

    void replaces() {
      rows.set(3, 1_000);
    }

    void sortsSortedRows() {
      Collections.sort(sorted);
    }

    void drainsAndFills() {
      queue.add(queue.remove());
    }

    void fillsOnce() {
      if (buffer.isEmpty()) {
        buffer.addAll(rows);
      }
    }
  }

  private static final class OtherBody implements TestBody {
    @Override
    public void run() {}

    @Override
    public void repeat(long n) {}

    @Override
    public @Nullable Object call() {
      return null;
    }

    @Override
    public boolean returnsValue() {
      return false;
    }
  }
}
