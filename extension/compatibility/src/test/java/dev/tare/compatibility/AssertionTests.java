package dev.tare.compatibility;

import static dev.tare.assertj.SoftTareAssertions.assertTareSoftly;
import static dev.tare.assertj.TareAssertions.GRAPH;
import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static dev.tare.assertj.TareAssertions.assertThatGraphOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tare.MeasuredBody;
import dev.tare.Tare;
import dev.tare.assertj.SoftTareAssertions;
import dev.tare.growth.Cost;
import dev.tare.growth.GrowthOrder;
import dev.tare.heap.Footprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.junit.jupiter.SoftAssertionsExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.opentest4j.AssertionFailedError;

/** Assertions with the user's AssertJ. */
class AssertionTests {

  /** Keeps what leaking bodies leave behind; in a local variable, the test would hold it. */
  private static final List<Shelf> KEPT = new ArrayList<>(1_000);

  private final Shelf shelf = new Shelf(1000);

  @Test
  void limitsThatAreKeptPass() {
    assertThatCalling(() -> shelf.content()).allocatesNothing().makesAtMost(0);
    assertThatCalling(() -> shelf.content()).callsAtMost(1, Shelf.class, "content");
    assertThatGraphOf(new Shelf(1000)).retainsAtMost("1032 B").hasAtMostInstancesOf(String.class, 0);
  }

  @Test
  void exceededLimitFailsWithTheDescription() {
    assertThatThrownBy(() -> assertThatGraphOf(shelf).as("a shelf").reachesAtMost("1 B"))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith(
            "[a shelf] Reachable size of AssertionTests.exceededLimitFailsWithTheDescription() ")
        .hasMessageContaining("exceeds 1 B");
    assertThatThrownBy(() -> assertThat(shelf).asInstanceOf(GRAPH).reachesAtMost("1 B"))
        .isInstanceOf(AssertionFailedError.class);
  }

  @Test
  void footprintsAreCompared() {
    Shelf other = new Shelf(1000);

    assertThatGraphOf(shelf)
        .hasSizeOf("1032 B")
        .sharesNothingWith(other)
        .addsAtMost("1032 B", other)
        .wastesAtMost("0 B");
    assertThat(Tare.graphOf(shelf).footprint().byClass().rows())
        .hasSize(2)
        .extracting(Footprint.ClassRow::type)
        .contains("byte[]");
    assertThatThrownBy(() -> assertThatGraphOf(shelf).as("a shelf").addsAtMost("1 B", other))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith("[a shelf] Added size of AssertionTests.footprintsAreCompared() ");
  }

  @Test
  void timesAreLimited() {
    MeasuredBody creating =
        Tare.calling(() -> new Shelf(1_000)).withWarmupTime("20 ms").withMeasurementTime("60 s");

    assertThatCalling(creating).takesAtMost("10 s");
    assertThatCalling(() -> new Shelf(1000)).takesAtMostInFirstCall("10 s");
    assertThatThrownBy(() -> assertThatCalling(creating).takesAtMost("1 ns"))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith("Time per call of AssertionTests.timesAreLimited() ")
        .hasMessageContaining("exceeds 1 ns");
  }

  @Test
  void growthIsLimited() {
    assertThatCalling(n -> new Shelf(n))
        .growsAtMost(GrowthOrder.LINEAR, Cost.ALLOCATED, 10, 100, 1_000);
    assertThatThrownBy(
            () ->
                assertThatCalling(n -> new Shelf(n))
                    .growsAtMost(GrowthOrder.CONSTANT, Cost.RETAINED, 10, 100, 1_000))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("n (n^1.01), limit constant (n^0.00)");
  }

  @Test
  void survivorsAreLimited() {
    assertThatCalling(() -> new Shelf(1000))
        .leavesNothingBehind()
        .leavesAtMost(0, Shelf.class)
        .releasesItsResult();
    assertThatThrownBy(
            () -> assertThatCalling(() -> KEPT.add(new Shelf(1000))).leavesAtMost(0, Shelf.class))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining(" 1 exceed 0");
    assertThatThrownBy(() -> assertThatCalling(() -> KEPT.get(0)).releasesItsResult())
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith(
            "Not collected: 1 of 1 dev.tare.compatibility.Shelf returned by AssertionTests.");
  }

  @Test
  void allFailuresOfSoftAssertionsAreReported() {
    assertThatThrownBy(
            () ->
                assertTareSoftly(
                    softly -> {
                      softly.assertThatCalling(Tare.calling(() -> new Shelf(1000))).allocatesNothing();
                      softly.assertThatGraphOf(shelf).reachesAtMost("1 B");
                      softly.assertThat(shelf.content()).hasSize(1000);
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Allocated bytes of AssertionTests.")
        .hasMessageContaining("Reachable size of AssertionTests.");
  }

  @Test
  void extensionOfAssertjEndsSoftAssertions() {
    assertThat(Launched.of(SoftTestCases.class, Map.of()).ends())
        .extracting(Launched.End::method, Launched.End::status)
        .containsExactlyInAnyOrder(tuple("within", "SUCCESSFUL"), tuple("exceeded", "FAILED"));
  }

  @ExtendWith(SoftAssertionsExtension.class)
  static class SoftTestCases {

    @Test
    void within(SoftTareAssertions softly) {
      softly.assertThatGraphOf(new Shelf(1000)).retainsAtMost("1032 B");
    }

    @Test
    void exceeded(SoftTareAssertions softly) {
      softly.assertThatGraphOf(new Shelf(1000)).retainsAtMost("1 B");
      softly.assertThatGraphOf(new Shelf(1000)).retainsAtMost("1032 B");
    }
  }

  @Test
  void softAssertionsCollect() {
    SoftTareAssertions softly = new SoftTareAssertions();

    softly.assertThatCalling(Tare.calling(() -> new Shelf(1000))).allocatesNothing().makesAtMost(0);
    softly.assertThatGraphOf(shelf).reachesAtMost("1 B");
    softly.assertThatCalling(Tare.calling(() -> shelf.content())).callsAtMost(0, Shelf.class, "content");

    assertThat(softly.assertionErrorsCollected()).hasSize(4);
  }
}
