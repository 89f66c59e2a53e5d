package dev.tare.compatibility;

import static dev.tare.assertj.BDDTareAssertions.thenCalling;
import static dev.tare.assertj.TareAssertions.GRAPH;
import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static dev.tare.assertj.TareAssertions.assertThatGraphOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.assertj.SoftTareAssertions;
import dev.tare.heap.Footprint;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/** Assertions with the user's AssertJ. */
class AssertionTests {

  private final Shelf shelf = new Shelf(1000);

  @Test
  void limitsThatAreKeptPass() {
    assertThatCalling(() -> shelf.content()).allocatesNothing().makesAtMost(0);
    assertThatCalling(() -> shelf.content()).calls(Shelf.class, "content").atMost(1);
    assertThatGraphOf(new Shelf(1000)).retainsAtMost("1032 B").hasNoInstancesOf(String.class);
    thenCalling(() -> new Shelf(1000)).allocatesAtMost("1032 B");
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
        .addsAtMost("1032 B")
        .to(other)
        .wastesAtMost("0 %")
        .histogram()
        .hasSize(2)
        .extracting(Footprint.ClassRow::type)
        .contains("byte[]");
    assertThatThrownBy(() -> assertThatGraphOf(shelf).as("a shelf").addsAtMost("1 B").to(other))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith("[a shelf] Added size of AssertionTests.footprintsAreCompared() ");
  }

  @Test
  void softListsCollect() {
    SoftTareAssertions softly = new SoftTareAssertions();

    softly.assertThatGraphOf(shelf).histogram().hasSize(1).isEmpty();

    assertThat(softly.assertionErrorsCollected()).hasSize(2);
  }

  @Test
  void softAssertionsCollect() {
    SoftTareAssertions softly = new SoftTareAssertions();

    softly.assertThatCalling(() -> new Shelf(1000)).allocatesNothing().makesAtMost(0);
    softly.assertThatGraphOf(shelf).reachesAtMost("1 B");
    softly.assertThatCalling(() -> shelf.content()).calls(Shelf.class, "content").atMost(0);

    assertThat(softly.assertionErrorsCollected()).hasSize(4);
  }
}
