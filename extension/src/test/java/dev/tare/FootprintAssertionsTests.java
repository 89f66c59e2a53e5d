package dev.tare;

import static dev.tare.assertj.TareAssertions.assertThatGraphOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.assertj.GraphAssert;
import dev.tare.assertj.SoftTareAssertions;
import dev.tare.assertj.TareAssertions;
import dev.tare.heap.ObjectGraph;
import dev.tare.model.Verdict.Outcome;
import dev.tare.retained.JudgedLayout;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import java.lang.ref.WeakReference;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.opentest4j.AssertionFailedError;

/** Assertions and figures of graphs that no annotation has. */
@Isolated("walks the heap")
class FootprintAssertionsTests {

  private static final ObjectGraph GRAPH = ObjectGraph.open();

  /** Object that several graphs have in common. */
  private final byte[] common = new byte[1_000];

  private final Object[] first = {common, new long[10]};
  private final Object[] second = {common, new int[10]};

  /** Object with two fields. */
  @SuppressWarnings("UnusedVariable") // fields that only the walk reads
  private static final class Holder {
    @Nullable final Object next;
    final Object value;

    Holder(@Nullable Object next, Object value) {
      this.next = next;
      this.value = value;
    }
  }

  private final long array = GRAPH.sizeOf(common);
  private final long added = GRAPH.sizeDelta(second, first);

  @Nested
  class Sizes {

    @Test
    void exactSizePasses() {
      GraphAssert graph = assertThatGraphOf(common);

      assertThat((Object) graph.hasSizeOf(array + " B")).isSameAs(graph);
    }

    @Test
    void largerSizeFailsAsAnExceededLimit() {
      assertThatThrownBy(() -> assertThatGraphOf(common).hasSizeOf(array - 1 + " B"))
          .isInstanceOf(AssertionFailedError.class)
          .hasMessageStartingWith(
              "Reachable size of FootprintAssertionsTests.Sizes.largerSizeFailsAsAnExceededLimit()")
          .hasMessageContaining("exceeds 1,015 B");
    }

    @Test
    void smallerSizeFails() {
      assertThatThrownBy(() -> assertThatGraphOf(common).as("an array").hasSizeOf(array + 1 + " B"))
          .isInstanceOfSatisfying(
              AssertionFailedError.class,
              failure -> {
                assertThat(failure.getExpected().getValue()).isEqualTo("1,017 B");
                assertThat(failure.getActual().getValue()).isEqualTo("1,016 B");
              })
          .hasMessageStartingWith(
              "[an array] Reachable size of FootprintAssertionsTests.Sizes.smallerSizeFails()"
                  + " 1,016 B is less than 1,017 B\n")
          .hasMessageContaining("\n  measured    one reading; ")
          .hasMessageContaining("; everything that the value reaches")
          .hasMessageContaining("\n  would pass  \"1016 B\"");
    }
  }

  @Nested
  class Additions {

    @Test
    void exactlyTheLimitPasses() {
      GraphAssert graph = assertThatGraphOf(first);

      assertThat((Object) graph.addsAtMost(added + " B", second)).isSameAs(graph);
    }

    @Test
    void objectsOfTheJdkAreAdded() {
      assertThat(bytes(Tare.graphOf(List.of(1_000)).addedTo(new long[1])))
          .isEqualTo(GRAPH.sizeOf(List.of(1_000)));
    }

    @Test
    void figureIsThatOfTheObjectProfiler() {
      assertThat(bytes(Tare.graphOf(first).addedTo(second))).isEqualTo(added);
      assertThat(bytes(Tare.graphOf(common).addedTo(second))).isZero();
      assertThat(bytes(Tare.graphOf(first).addedTo(Tare.graphOf(second)))).isEqualTo(added);
    }

    @Test
    void exceededLimitFailsWithTheAddedClasses() {
      assertThatThrownBy(() -> assertThatGraphOf(first).addsAtMost("1 B", second))
          .isInstanceOf(AssertionFailedError.class)
          .hasMessageStartingWith("Added size of FootprintAssertionsTests.Additions.")
          .hasMessageContaining(added + " B exceeds 1 B")
          .hasMessageContaining("long[]")
          .hasMessageContaining("java.lang.Object[]  (the value itself)")
          .hasMessageContaining("what the value reaches and the base does not")
          .hasMessageContaining("would pass  \"" + added + " B\"");
    }

    @Test
    void classIsUnmeasured() {
      assertThatThrownBy(() -> assertThatGraphOf(first).addsAtMost("1 MiB", String.class))
          .hasMessageStartingWith("unmeasured: added size of ")
          .hasMessageContaining("java.lang.String.class has no exact size");
    }
  }

  @Nested
  class ReachedObjects {

    private static final String HOLDER = "dev.tare.FootprintAssertionsTests$Holder";

    @Test
    void reachedObjectFailsWithTheShortestPath() {
      Holder value = new Holder(new Object[] {List.of(common)}, new Object[] {null, common});

      assertThatThrownBy(() -> assertThatGraphOf(value).doesNotReach(common))
          .isInstanceOf(AssertionFailedError.class)
          .hasMessageStartingWith(
              "Reached: byte[] from "
                  + HOLDER
                  + " of FootprintAssertionsTests.ReachedObjects"
                  + ".reachedObjectFailsWithTheShortestPath()\n"
                  + "  held by     "
                  + HOLDER
                  + "\n              .value  java.lang.Object[]\n              [1]     byte[]\n")
          .hasMessageNotContaining("would pass");
    }

    @Test
    void objectThatOnlyAWeakReferenceLeadsToIsNotReached() {
      assertThatGraphOf(new Holder(new WeakReference<>(common), new int[1])).doesNotReach(common);
      assertThatGraphOf(Tare.graphOf(first).withIgnoring(Object[].class)).doesNotReach(second);
      assertThat(Tare.graphOf(first).reaching(second).value()).isEqualTo(new Count(0));
    }

    @Test
    void objectThatIsNotCountedIsReached() {
      for (Object object : List.of(TimeUnit.DAYS, Thread.currentThread(), String.class, common)) {
        MeasuredGraph graph = Tare.graphOf(List.of(1, object)).withIgnoring(byte[].class);

        assertThat(graph.reaching(object).value()).isEqualTo(new Count(1));
        assertThatGraphOf(List.of(1, List.of(List.of()))).doesNotReach(object);
      }
    }

    @Test
    void valueReachesItself() {
      assertThatThrownBy(() -> assertThatGraphOf(common).doesNotReach(common))
          .hasMessageStartingWith("Reached: byte[] from byte[] of ");
      assertThat(Tare.graphOf(common).reaching(common).report()).contains("  (the value itself)\n");
      assertThat(Tare.graphOf(first).reaching(common).report()).contains("  [0]\n");
    }

    @Test
    void badObjectIsRefused() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Tare.graphOf(first).reaching(Tare.graphOf(1).withBreakdown()))
          .withMessageStartingWith("reaching(): options of the other value would have no effect");
      assertThatThrownBy(() -> assertThatGraphOf(String.class).doesNotReach(common))
          .hasMessageStartingWith("unmeasured: reached objects of ");
    }
  }

  @Nested
  class SharedObjects {

    @Test
    void separateGraphsPass() {
      assertThatGraphOf(new Object[] {new long[10]}).sharesNothingWith(second);
    }

    @Test
    void commonObjectFails() {
      assertThatThrownBy(() -> assertThatGraphOf(first).sharesNothingWith(second))
          .isInstanceOf(AssertionFailedError.class)
          .hasMessageStartingWith("Shared size of FootprintAssertionsTests.SharedObjects.")
          .hasMessageContaining("1,016 B exceeds 0 B")
          .hasMessageContaining("100.0 %  1,016 B      1  byte[]  [*]")
          .hasMessageContaining("what both values reach");
    }

    @Test
    void figureIsTheSameFromBothSides() {
      assertThat(bytes(Tare.graphOf(first).sharedWith(second)))
          .isEqualTo(bytes(Tare.graphOf(second).sharedWith(first)))
          .isEqualTo(array);
      assertThat(bytes(Tare.graphOf(first).sharedWith(first))).isEqualTo(GRAPH.sizeOf(first));
    }

    @Test
    void objectsOfTheJdkAreNotShared() {

      ZonedDateTime day = ZonedDateTime.of(2026, 3, 4, 5, 6, 7, 8, ZoneOffset.UTC);
      ZonedDateTime sameDay = ZonedDateTime.of(2026, 3, 4, 5, 6, 7, 8, ZoneOffset.UTC);

      assertThatGraphOf(List.of(1_000)).sharesNothingWith(List.of(2_000));
      assertThatGraphOf(new HashSet<>(List.of("a1"))).sharesNothingWith(new HashSet<>(List.of(1)));
      assertThatGraphOf(new ArrayList<>()).sharesNothingWith(new ArrayList<>());
      assertThatGraphOf(Optional.empty()).sharesNothingWith(Optional.empty());
      assertThatGraphOf(day).sharesNothingWith(sameDay);
      assertThatGraphOf(new Object[] {1, 2}).sharesNothingWith(new Object[] {1, 2});
    }

    /** An array that the JDK reaches through an object of the program is no constant of the JDK. */
    @Test
    void objectOfTheProgramInTheJdkIsShared() {
      Object[] registered = {new AtomicReference<>("kept")};
      List<Object> holder = new ArrayList<>(List.of((Object) registered));
      System.getProperties().put("FootprintAssertionsTests", new Holder(null, registered));
      try {
        assertThatThrownBy(() -> assertThatGraphOf(holder).sharesNothingWith(registered))
            .isInstanceOf(AssertionFailedError.class)
            .hasMessageContaining("elementData[*]");
      } finally {
        System.getProperties().remove("FootprintAssertionsTests");
      }
    }

    @Test
    void sharedObjectIsFoundByItsPath() {
      Holder left = new Holder(new Object[] {common}, new long[3]);
      Holder right = new Holder(null, common);

      assertThatThrownBy(() -> assertThatGraphOf(left).sharesNothingWith(right))
          .hasMessageContaining("byte[]  next[*]")
          .hasMessageNotContaining("long[]");
    }

    @Test
    void valueItselfCanBeShared() {
      assertThatThrownBy(() -> assertThatGraphOf(common).sharesNothingWith(first))
          .hasMessageContaining("byte[]  (the value itself)");
    }

    @Test
    void optionsOfTheOtherValueAreRefused() {
      MeasuredGraph other = Tare.graphOf(second).withIgnoring(byte[].class);

      assertThatIllegalArgumentException()
          .isThrownBy(() -> assertThatGraphOf(first).sharesNothingWith(other))
          .withMessageStartingWith("sharedWith(): options of the other value would have no effect");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Tare.graphOf(first).addedTo(other))
          .withMessageStartingWith("addedTo(): options of the other value would have no effect");
      assertThat(bytes(Tare.graphOf(first).sharedWith(Tare.graphOf(second).withName("other"))))
          .isEqualTo(array);
    }

    @Test
    void ignoredTypesAreNotShared() {
      assertThatGraphOf(Tare.graphOf(first).withIgnoring(byte[].class)).sharesNothingWith(second);
    }

    @Test
    void layoutApplies() {
      MeasuredFigure shared =
          Tare.graphOf(new Object[] {second}).withLayout(JudgedLayout.COMPACT).sharedWith(second);

      assertThat(bytes(shared))
          .isEqualTo(GRAPH.withLayout(JudgedLayout.COMPACT.objects()).sizeOf(second));
    }
  }

  @Nested
  class WastedBytes {

    private final List<Object> list = new ArrayList<>(1_000);

    @Test
    void wasteWithinTheLimitPasses() {
      assertThatGraphOf(common).wastesAtMost("0 B");
    }

    @Test
    void figureIsThatOfTheVisitor() {
      assertThat(bytes(Tare.graphOf(list).wasted())).isEqualTo(GRAPH.sizeOf(new Object[1_000]));
    }

    @Test
    void unmeasuredWasteNamesItsOwnFigure() {
      assertThatThrownBy(() -> assertThatGraphOf(String.class).wastesAtMost("10 B"))
          .hasMessageStartingWith("unmeasured: wasted size of ");
    }

    @Test
    void largerWasteFailsWithTheFindings() {
      long room = GRAPH.sizeOf(new Object[1_000]);

      assertThatGraphOf(list).wastesAtMost(room + " B");
      assertThatThrownBy(() -> assertThatGraphOf(list).wastesAtMost(room - 1 + " B"))
          .isInstanceOf(AssertionFailedError.class)
          .hasMessageStartingWith("Wasted size of FootprintAssertionsTests.WastedBytes.")
          .hasMessageContaining("(the value itself) has unused capacity")
          .hasMessageContaining("would pass  \"" + room + " B\"");
    }

    @Test
    void otherLayoutIsRefused() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Tare.graphOf(list).withLayout(JudgedLayout.COMPACT).wasted())
          .withMessage("wasted(): withLayout does not apply to it; leave it out");
    }
  }

  @Nested
  class Rows {

    @Test
    void inheritedAssertionsAreOnTheValue() {
      assertThatGraphOf(Tare.graphOf(common).withName("common"))
          .isSameAs(common)
          .isInstanceOf(byte[].class);
    }

    @Test
    void softAssertionsCollectThem() {
      SoftTareAssertions softly = new SoftTareAssertions();

      softly
          .assertThatGraphOf(first)
          .sharesNothingWith(second)
          .hasSizeOf("1 MiB")
          .addsAtMost("1 B", second);

      assertThat(softly.assertionErrorsCollected()).hasSize(3);
    }
  }

  @Nested
  class Judged {

    @Test
    void figureIsComparedWithALimit() {
      MeasuredFigure figure = Tare.graphOf(common).reachable();

      assertThat(figure.judge(new DataSize(array)).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(figure.judge(new DataSize(array - 1)).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(Tare.graphOf(String.class).reachable().judge(new DataSize(1)).outcome())
          .isEqualTo(Outcome.UNMEASURED);
    }

    @Test
    void limitInAnotherUnitIsRefused() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Tare.graphOf(common).reachable().judge(new Elapsed(1)))
          .withMessageStartingWith("a limit of 1 ns cannot judge Reachable size of ");
    }

    @Test
    void comparisonInAMeasuredBodyIsRefused() {
      assertThatIllegalStateException()
          .isThrownBy(
              () ->
                  TareAssertions.assertThatCalling(
                          () -> assertThatGraphOf(first).sharesNothingWith(common))
                      .allocatesAtMost("1 MiB"))
          .withMessageStartingWith("sharesNothingWith(…) was called in a body that is measured");
    }
  }

  private static long bytes(MeasuredFigure figure) {
    return ((DataSize) figure.value()).bytes();
  }
}
