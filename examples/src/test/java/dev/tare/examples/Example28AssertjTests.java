package dev.tare.examples;

import static dev.tare.assertj.SoftTareAssertions.assertTareSoftly;
import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static dev.tare.assertj.TareAssertions.assertThatGraphOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.Tare;
import dev.tare.growth.Cost;
import dev.tare.growth.GrowthOrder;
import dev.tare.heap.Footprint;
import dev.tare.heap.ObjectLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Assertions on bytes, objects, times and sizes in ordinary tests, with AssertJ.
 *
 * <p>{@code substring} creates a string for each row to compare two letters. {@code startsWith}
 * creates none.
 */
@Isolated("walks the heap and measures times")
class Example28AssertjTests {

  // tag::right[]
  @Test
  void countsZonesWithoutGarbage() {
    assertThatCalling(() -> zonesOf("AR"))
        .allocatesNothing()
        .callsAtMost(0, String.class, "substring");
  }

  @Test
  void keepsNumbersInAnArray() {
    int[] numbers = IntStream.range(0, 1_000).toArray();

    assertThatGraphOf(numbers)
        .as("numbers")
        .retainsAtMost("4016 B")
        .hasAtMostInstancesOf(Integer.class, 0);
  }

  // end::right[]

  // tag::softly[]
  @Test
  void boxesEachNumber() {
    assertTareSoftly(
        softly -> {
          softly.assertThatGraphOf(List.of(1_000, 2_000)).hasAtMostInstancesOf(Integer.class, 2);
          softly
              .assertThatCalling(Tare.calling(n -> new int[n]))
              .growsAtMost(GrowthOrder.LINEAR, Cost.ALLOCATED, 100, 1_000, 10_000);
        });
  }

  // end::softly[]

  static final List<String> CODES =
      TimeZones.COUNTRIES.stream().map(row -> row.substring(0, 2)).toList();

  // tag::times[]
  private static final Set<String> SET = Set.copyOf(CODES);

  @Test
  void findsACodeInASet() {
    assertThatCalling(() -> SET.contains("ZW"))
        .takesAtMost("10 us")
        .makesAtMost(0)
        .leavesNothingBehind();
    assertThatCalling(() -> SET.contains("ZW"))
        .takesAtMost(1.0, Tare.calling(() -> CODES.contains("ZW")));
  }

  @Test
  void sumsInLinearTime() {
    assertThatCalling(n -> IntStream.range(0, n).map(i -> i * i % 7).sum())
        .growsAtMost(GrowthOrder.LINEAR, 1_000, 4_000, 16_000);
  }

  // end::times[]

  @Test
  void copiesCodesAtOnce() {
    assertThatCalling(() -> Set.copyOf(CODES)).takesAtMostInFirstCall("1 s");
  }

  static final int[][] TABLE = {{1, 2}, {3, 4}};

  // tag::footprints[]
  @Test
  void deepCopySharesNothing() {
    int[][] copy = Arrays.stream(TABLE).map(int[]::clone).toArray(int[][]::new);

    assertThatGraphOf(copy).hasSizeOf("72 B").sharesNothingWith(TABLE).wastesAtMost("0 B");
    assertThatGraphOf(copy).addsAtMost("72 B", TABLE);
    assertThat(Tare.graphOf(copy).footprint().byClass().rows())
        .extracting(Footprint.ClassRow::type)
        .containsExactlyInAnyOrder("int[][]", "int[]");
  }

  @Test
  void copyingLeavesNothing() {
    assertThatCalling(() -> TABLE.clone()).releasesItsResult().promotesAtMost("0 B");
  }

  // end::footprints[]

  record Row(int number, double share) {}

  // tag::classes[]
  @Test
  void addsNoFieldToEachRow() {
    assertThat(ObjectLayout.of(Row.class)).isEqualTo(24);
    assertThat(ObjectLayout.COMPACT.sizeOf(Row.class)).isEqualTo(24);
    assertThatGraphOf(new Row(1, 1.5)).hasSizeOf("24 B").doesNotReach(TABLE);
  }

  // end::classes[]

  static int zonesOf(String country) {
    int zones = 0;
    for (int i = 0; i < TimeZones.ROWS.size(); i++) {
      if (TimeZones.ROWS.get(i).startsWith(country)) {
        zones++;
      }
    }
    return zones;
  }

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @Test
    void countsZonesWithSubstring() {
      assertThatCalling(() -> zonesOf("AR")).as("zones").allocatesNothing();
    }

    static int zonesOf(String country) {
      int zones = 0;
      for (int i = 0; i < TimeZones.ROWS.size(); i++) {
        if (TimeZones.ROWS.get(i).substring(0, 2).equals(country)) {
          zones++;
        }
      }
      return zones;
    }

    // end::wrong[]

    // tag::slow[]
    @Test
    void findsACodeInAList() {
      assertThatCalling(() -> CODES.contains("ZW"))
          .takesAtMost(2.0, Tare.calling(() -> SET.contains("ZW")));
    }

    // end::slow[]

    @Test
    void copiesCodesForEachCall() {
      assertThatCalling(() -> Set.copyOf(CODES).contains("ZW")).takesAtMost("10 ns");
    }

    @Test
    void startsTooSlowly() {
      assertThatCalling(() -> IntStream.range(0, 1_000_000).boxed().collect(Collectors.toSet()))
          .takesAtMostInFirstCall("1 us");
    }

    @Test
    void comparesAllPairs() {
      // In loops: the streams of small sizes would take most of the time for themselves,
      // so that it would grow like n^1.8, between linear and quadratic.
      // The limit is far below both.
      assertThatCalling(n -> similarPairs(n)).growsAtMost(GrowthOrder.SUBLINEAR, 50, 200, 800);
    }

    // tag::shared[]
    @Test
    void shallowCopySharesItsRows() {
      assertThatGraphOf(TABLE.clone()).sharesNothingWith(TABLE);
    }

    // end::shared[]

    @Test
    void listHasRoomForMore() {
      assertThatGraphOf(new ArrayList<>(1_000)).wastesAtMost("404 B");
    }

    @Test
    void shallowCopyAddsItsArray() {
      assertThatGraphOf(TABLE.clone()).addsAtMost("0 B", TABLE);
    }

    @Test
    void rowIsNoTable() {
      assertThatGraphOf(new int[2]).hasSizeOf("72 B");
    }

    static final List<int[]> ROWS = new ArrayList<>();

    // tag::held[]
    @Test
    void rowStaysInAList() {
      assertThatCalling(
              () -> {
                int[] row = {1, 2};
                ROWS.add(row);
                return row;
              })
          .releasesItsResult();
    }

    // end::held[]

    private static long similarPairs(int n) {
      long similar = 0;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          similar += (i ^ j) % 7 == 3 ? 1 : 0;
        }
      }
      return similar;
    }
  }
}
