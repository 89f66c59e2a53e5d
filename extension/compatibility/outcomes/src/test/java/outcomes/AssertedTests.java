package outcomes;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static dev.tare.assertj.TareAssertions.assertThatGraphOf;

import dev.tare.MeasuredFigure;
import dev.tare.Tare;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Assertions, and figures of the plain API. */
class AssertedTests {

  private static final List<Object> KEPT = new ArrayList<>(20_000);
  private static final int[][] TABLE = {{1, 2}, {3, 4}};
  private static final byte[] SHARED = new byte[500];

  private int calls;

  record Pair(Object first, Object second) {}

  @Test
  void bytes() {
    assertThatCalling(() -> new byte[1_000]).allocatesAtMost("1016 B");
  }

  @Test
  void bytesAbove() {
    assertThatCalling(() -> new byte[1_000]).allocatesAtMost("1015 B");
  }

  @Test
  void noBytes() {
    assertThatCalling(() -> calls++).allocatesNothing();
  }

  @Test
  void bytesOfOneCall() {
    assertThatCalling(Tare.calling(() -> new byte[1_000]).withRuns(1).withWarmups(0))
        .allocatesAtMost("1 KiB");
  }

  @Test
  void bytesOfTheFirstCall() {
    assertThatCalling(Tare.calling(() -> new byte[1_000]).withRuns(1).withWarmups(0))
        .allocatesAtMost("1015 B");
  }

  @Test
  void bytesOfEverySecondCall() {
    assertThatCalling(() -> calls++ % 2 == 0 ? new byte[100] : null).allocatesNothing();
  }

  @Test
  void objects() {
    assertThatCalling(() -> new Pair(new Object(), new Object())).makesAtMost(2);
  }

  @Test
  void objectsOfAType() {
    assertThatCalling(() -> new Pair(new Object(), new Object())).makesAtMost(1, Pair.class);
  }

  @Test
  void survivors() {
    assertThatCalling(() -> KEPT.add(new byte[100])).leavesNothingBehind();
  }

  @Test
  void survivorsWithin() {
    assertThatCalling(() -> KEPT.add(new byte[100])).leavesAtMost("200 B");
  }

  @Test
  void survivorsOfAType() {
    assertThatCalling(() -> KEPT.add(new Pair("a", "b"))).leavesAtMost(0, Pair.class);
  }

  @Test
  void result() {
    assertThatCalling(() -> new Pair("a", "b")).releasesItsResult();
  }

  @Test
  void resultThatIsKept() {
    assertThatCalling(
            () -> {
              Pair pair = new Pair("a", "b");
              KEPT.add(pair);
              return pair;
            })
        .releasesItsResult();
  }

  @Test
  void time() {
    assertThatCalling(() -> calls++).takesAtMost("1 s");
  }

  @Test
  void timeAbove() {
    assertThatCalling(() -> new ArrayList<>(List.of(1, 2, 3)).toString()).takesAtMost("1 ns");
  }

  @Test
  void retained() {
    assertThatGraphOf(new Pair(new byte[100], SHARED)).retainsAtMost("144 B");
  }

  @Test
  void retainedAbove() {
    assertThatGraphOf(new Pair(new byte[100], SHARED)).retainsAtMost("143 B");
  }

  @Test
  void reachable() {
    assertThatGraphOf(new Pair(new byte[100], SHARED)).reachesAtMost("144 B");
  }

  @Test
  void instances() {
    assertThatGraphOf(new Pair(new byte[100], SHARED)).hasAtMostInstancesOf(byte[].class, 0);
  }

  @Test
  void noInstances() {
    assertThatGraphOf(new Pair(new byte[100], SHARED)).hasAtMostInstancesOf(Integer.class, 0);
  }

  @Test
  void exactSize() {
    assertThatGraphOf(TABLE).hasSizeOf("72 B");
  }

  @Test
  void otherExactSize() {
    assertThatGraphOf(TABLE).hasSizeOf("80 B");
  }

  @Test
  void sharesNothing() {
    assertThatGraphOf(new Pair(new byte[100], "a")).sharesNothingWith(TABLE);
  }

  @Test
  void sharesRows() {
    assertThatGraphOf(TABLE.clone()).sharesNothingWith(TABLE);
  }

  @Test
  void wastesLittle() {
    assertThatGraphOf(TABLE).wastesAtMost("0 B");
  }

  @Test
  void wastesCapacity() {
    Map<String, List<Integer>> map = new HashMap<>();
    for (int i = 0; i < 10; i++) {
      map.put("key " + i, new ArrayList<>(List.of(i)));
    }
    map.values().forEach(list -> list.addAll(List.of(1_000, 2_000)));
    assertThatGraphOf(map).wastesAtMost("0 B");
  }

  @Test
  void nullGraph() {
    assertThatGraphOf(null).retainsAtMost("1 KiB");
  }

  @Test
  void malformedLimit() {
    assertThatCalling(() -> calls++).allocatesAtMost("12 XB");
  }

  @Test
  void missingLimit() {
    assertThatCalling(() -> calls++).allocatesAtMost("");
  }

  @Test
  void bodyThatThrows() {
    assertThatCalling(
            (Runnable)
                () -> {
                  throw new IllegalStateException("the body is broken");
                })
        .allocatesNothing();
  }

  @Test
  void assertionWithinABody() {
    assertThatCalling(() -> assertThatCalling(() -> calls++).allocatesNothing()).allocatesNothing();
  }

  @Test
  void figures(TestReporter reporter) {
    publish(reporter, "allocated", Tare.calling(() -> new byte[1_000]).allocated());
    publish(reporter, "objects", Tare.calling(() -> new byte[3][1_000]).objects());
    publish(reporter, "retained", Tare.calling(() -> new byte[1_000]).retained());
    publish(reporter, "surviving", Tare.calling(() -> KEPT.add(new byte[1_000])).surviving());
    publish(reporter, "graph", Tare.graphOf(TABLE).retained());
    publish(
        reporter,
        "growth",
        Tare.calling(n -> new byte[n]).growthOfAllocatedBytes(100, 200, 400, 800));
    publish(reporter, "added", Tare.graphOf(new Pair(SHARED, TABLE)).addedTo(SHARED));
  }

  @Test
  void judgedFigure(TestReporter reporter) {
    reporter.publishEntry(
        "figure.judged",
        Tare.calling(() -> new byte[1_000])
            .allocated()
            .judge(DataSize.parse("1 KiB"))
            .outcome()
            .toString());
  }

  private static void publish(TestReporter reporter, String name, MeasuredFigure figure) {
    reporter.publishEntry(
        "figure." + name, figure.lower().exact() + " to " + figure.upper().exact());
  }
}
