package outcomes;

import dev.tare.benchmark.BeforeCall;
import dev.tare.benchmark.Benchmarked;
import dev.tare.benchmark.ProfileKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times, far from their limits. */
class TimesTests {

  private static final List<String> LIST =
      IntStream.range(0, 2_000).mapToObj(i -> "k" + i).toList();
  private static final Set<String> SET = new HashSet<>(LIST);

  private int calls;

  boolean findsInSet() {
    return SET.contains("k1999");
  }

  boolean findsInListAsBaseline() {
    return LIST.contains("k1999");
  }

  boolean findsNothing() {
    return SET.contains("x");
  }

  void returnsNothing() {
    calls++;
  }

  @Benchmarked(max = "1 s")
  boolean farWithin() {
    return SET.contains("k1999");
  }

  @Benchmarked(max = "1 ns")
  boolean farAbove() {
    return LIST.contains("k1999");
  }

  @Benchmarked(baseline = "findsInListAsBaseline", maxRatio = 3)
  boolean equalCode() {
    return LIST.contains("k1999");
  }

  @Benchmarked(baseline = "findsInListAsBaseline", maxRatio = 1)
  boolean muchFasterThanItsBaseline() {
    return SET.contains("k1999");
  }

  @Benchmarked(baseline = "findsInSet", maxRatio = 2)
  boolean muchSlowerThanItsBaseline() {
    return LIST.contains("k1999");
  }

  @Benchmarked(max = "1 s", baseline = "findsInListAsBaseline", maxRatio = 2)
  boolean twoLimits() {
    return SET.contains("k1999");
  }

  @Benchmarked(baseline = "findsNothing", maxRatio = 100)
  boolean differentResults() {
    return SET.contains("k1");
  }

  @Benchmarked(baseline = "findsNothing", maxRatio = 1_000, equalResults = false)
  boolean differentResultsAllowed() {
    return SET.contains("k1");
  }

  @Benchmarked(maxFirst = "10 s")
  int firstCallWithin() {
    return calls++;
  }

  @Benchmarked(maxFirst = "1 ns")
  int[] firstCallAbove() {
    return IntStream.range(0, 10_000).map(i -> i * i).sorted().toArray();
  }

  @Benchmarked
  int withoutLimit() {
    return SET.hashCode();
  }

  @Benchmarked(max = "1 s", statistic = "median")
  int median() {
    return SET.hashCode();
  }

  @Benchmarked(max = "1 s", statistic = "p99")
  int percentile() {
    return SET.hashCode();
  }

  @Benchmarked(max = "100 ns", statistic = "mean")
  int meanAbove() {
    return SET.hashCode();
  }

  @Benchmarked(max = "1 s", operations = 2_000)
  int operations() {
    int sum = 0;
    for (String text : LIST) {
      sum += text.hashCode();
    }
    return sum;
  }

  @Benchmarked(max = "1 s", forks = 1)
  int freshJvm() {
    return SET.hashCode();
  }

  @Benchmarked(max = "10 ns", forks = 1)
  int freshJvmAbove() {
    return SET.hashCode();
  }

  @Benchmarked(max = "10 ns", profile = ProfileKind.CALLS)
  int countsCalls() {
    return helper() + helper();
  }

  private int helper() {
    return SET.hashCode();
  }

  @Benchmarked(max = "1 s")
  void waits() throws InterruptedException {
    Thread.sleep(1);
  }

  @Benchmarked(max = "100 us")
  void waitsTooLong() throws InterruptedException {
    Thread.sleep(2);
  }

  @Benchmarked(max = "1 s")
  int throwsAnException() {
    throw new IllegalStateException("the body is broken");
  }

  @Benchmarked(max = "1 s")
  int throwsInALaterCall() {
    if (calls++ == 20) {
      throw new IllegalStateException("the body is broken");
    }
    return calls;
  }

  @Test
  @Benchmarked(max = "1 s")
  void withTest() {
    calls++;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  @Benchmarked(max = "1 s")
  void parameterized(int size) {
    calls += IntStream.range(0, size).sum();
  }

  @Nested
  class Prepared {

    private List<String> rows = List.of();

    @BeforeCall
    void shuffles() {
      rows = Arrays.asList(LIST.toArray(new String[0]));
    }

    @Benchmarked(max = "1 s")
    List<String> sorts() {
      Collections.sort(rows);
      return rows;
    }

    @Benchmarked(max = "100 ns")
    List<String> sortsTooSlowly() {
      List<String> sorted = new ArrayList<>(rows);
      Collections.sort(sorted, Collections.reverseOrder());
      return sorted;
    }
  }
}
