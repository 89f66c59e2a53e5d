package dev.tare;

import static dev.tare.assertj.SoftTareAssertions.assertTareSoftly;
import static dev.tare.assertj.TareAssertions.GRAPH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.assertj.SoftTareAssertions;
import dev.tare.assertj.TareSoftAssertionsProvider;
import dev.tare.growth.Cost;
import dev.tare.growth.GrowthOrder;
import dev.tare.testing.NeedsC2;
import dev.tare.testing.SameOnEveryJdk;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractSoftAssertions;
import org.assertj.core.api.SoftAssertionsProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("walks the heap")
@NeedsC2
@SameOnEveryJdk
class SoftTareAssertionsTests {

  private static final List<Integer> NUMBERS = new ArrayList<>(List.of(1, 2, 3));

  /** Soft assertions of a user. */
  public static class OwnSoftAssertions extends AbstractSoftAssertions
      implements TareSoftAssertionsProvider {}

  @Test
  void allFailuresAreCollected() {
    SoftTareAssertions softly = new SoftTareAssertions();

    softly
        .assertThatCalling(Tare.calling(() -> new byte[10]))
        .as("array")
        .allocatesNothing()
        .makesAtMost(0);
    softly
        .assertThatGraphOf(new byte[10])
        .retainsAtMost("1 B")
        .hasAtMostInstancesOf(String.class, 0);
    softly.assertThat(1).isEqualTo(2);
    softly.assertThat((Object) new byte[10]).asInstanceOf(GRAPH).retainsAtMost("2 B");
    softly
        .assertThatCalling(Tare.calling(n -> new byte[n]))
        .growsAtMost(GrowthOrder.CONSTANT, Cost.ALLOCATED, 10, 100, 1_000);

    assertThat(softly.assertionErrorsCollected())
        .extracting(
            error -> String.valueOf(error.getMessage()).strip().lines().findFirst().orElse(""))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("[array] Allocated bytes of "),
            second -> assertThat(second).startsWith("[array] Allocated objects of "),
            third ->
                assertThat(third)
                    .startsWith("Retained size of SoftTareAssertionsTests.allFailuresAreCollected"),
            fourth -> assertThat(fourth).startsWith("expected: 2"),
            fifth -> assertThat(fifth).startsWith("Retained size of ").endsWith("exceeds 2 B"),
            sixth -> assertThat(sixth).startsWith("Allocated bytes of").contains(" grow with "));
  }

  @Test
  void softAssertionsRecordSuccess() {
    SoftTareAssertions softly = new SoftTareAssertions();

    softly.assertThatGraphOf(new byte[10]).retainsAtMost("1 B");
    assertThat(softly.wasSuccess()).isFalse();
    softly.assertThatGraphOf(new byte[10]).retainsAtMost("1 KiB");
    assertThat(softly.wasSuccess()).isTrue();
  }

  @Test
  void inheritedAssertionsFailAtOnce() {
    SoftTareAssertions softly = new SoftTareAssertions();

    assertThatThrownBy(() -> softly.assertThatGraphOf(new byte[10]).isNull())
        .isInstanceOf(AssertionError.class);
    assertThat(softly.assertionErrorsCollected()).isEmpty();
  }

  @Test
  void failuresNameTheLineOfTheAssertion() {
    assertThatThrownBy(
            () ->
                assertTareSoftly(
                    softly ->
                        softly.assertThatCalling(Tare.calling(NUMBERS::size)).makesAtMost(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                assertTareSoftly(
                    softly -> softly.assertThatGraphOf(new byte[10]).retainsAtMost("1 B")))
        .hasMessageFindingMatch("at .*\\(SoftTareAssertionsTests.java:\\d+\\)");
  }

  @Test
  void assertionErrorOfTheBodyIsCollected() {
    SoftTareAssertions softly = new SoftTareAssertions();
    AssertionError thrown = new AssertionError("of the body");

    softly
        .assertThatCalling(
            Tare.calling(
                (Runnable)
                    () -> {
                      throw thrown;
                    }))
        .allocatesNothing();

    assertThat(softly.assertionErrorsCollected()).hasSize(1);
    assertThat(softly.assertionErrorsCollected().get(0)).hasMessageContaining("of the body");
  }

  @Test
  void nullIsCollected() {
    SoftTareAssertions softly = new SoftTareAssertions();

    softly.assertThatCalling((MeasuredBody) null).allocatesNothing();
    softly.assertThatCalling((MeasuredBody) null).callsAtMost(1, List.class, "size");
    softly.assertThatGraphOf((Object) null).retainsAtMost("1 B");

    assertThat(softly.assertionErrorsCollected())
        .hasSize(3)
        .allSatisfy(error -> assertThat(error).hasMessageContaining("not to be null"));
  }

  @Test
  void softlyFailsAtTheEnd() {
    List<String> reached = new ArrayList<>();

    assertThatThrownBy(
            () ->
                assertTareSoftly(
                    softly -> {
                      softly.assertThatCalling(Tare.calling(() -> new byte[10])).allocatesNothing();
                      reached.add("end");
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Allocated bytes of SoftTareAssertionsTests.softlyFailsAtTheEnd()");
    assertThat(reached).containsExactly("end");
  }

  @Test
  void softAssertionsOfAUserCollectToo() {
    assertThatThrownBy(
            () ->
                SoftAssertionsProvider.assertSoftly(
                    OwnSoftAssertions.class,
                    softly -> softly.assertThatGraphOf(new byte[10]).retainsAtMost("1 B")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Retained size of SoftTareAssertionsTests.");
  }
}
