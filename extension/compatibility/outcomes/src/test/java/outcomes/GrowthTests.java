package outcomes;

import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Growth of costs with a size. */
class GrowthTests {

  private int calls;

  @Growth(
      sizes = {100, 200, 400, 800},
      atMost = GrowthOrder.LINEAR,
      of = Cost.ALLOCATED)
  byte[] arrayIsLinear(int n) {
    return new byte[n];
  }

  @Growth(
      sizes = {100, 200, 400, 800},
      atMost = GrowthOrder.SUBLINEAR,
      of = Cost.ALLOCATED)
  byte[] arrayIsNotSublinear(int n) {
    return new byte[n];
  }

  @Growth(
      sizes = {100, 200, 400, 800},
      atMost = GrowthOrder.CONSTANT,
      of = Cost.ALLOCATED)
  byte[] constantArray(int n) {
    return new byte[1_000];
  }

  @Growth(
      sizes = {100, 200, 400, 800},
      atMost = GrowthOrder.CONSTANT,
      of = Cost.ALLOCATED)
  byte[] arrayIsNotConstant(int n) {
    return new byte[n];
  }

  @Growth(
      sizes = {10, 20, 40, 80},
      atMost = GrowthOrder.LINEAR,
      of = Cost.ALLOCATED)
  int[][] tableIsQuadratic(int n) {
    return new int[n][n];
  }

  @Growth(
      sizes = {10, 20, 40, 80},
      atMost = GrowthOrder.QUADRATIC,
      of = Cost.ALLOCATED)
  int[][] tableIsAtMostQuadratic(int n) {
    return new int[n][n];
  }

  @Growth(
      sizes = {8, 16, 32, 64},
      atMost = GrowthOrder.QUADRATIC,
      of = Cost.ALLOCATED)
  byte[][][] cubeIsCubic(int n) {
    return new byte[n][n][n];
  }

  @Growth(
      sizes = {100, 200, 400, 800},
      atMost = GrowthOrder.LINEAR,
      of = Cost.ALLOCATED)
  String joinsWithPlus(int n) {
    String joined = "";
    for (int i = 0; i < n; i++) {
      joined = joined + "row;";
    }
    return joined;
  }

  @Growth(
      sizes = {1_000, 2_000, 4_000, 8_000},
      atMost = GrowthOrder.LINEAR,
      of = Cost.ALLOCATED)
  String joinsWithBuilder(int n) {
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < n; i++) {
      joined.append("row;");
    }
    return joined.toString();
  }

  @Growth(
      sizes = {100, 1_000, 10_000},
      atMost = GrowthOrder.LINEAR,
      of = Cost.ALLOCATED)
  Map<Integer, Integer> mapDoublesItsTable(int n) {
    Map<Integer, Integer> map = new HashMap<>();
    for (int i = 0; i < n; i++) {
      map.put(i, i);
    }
    return map;
  }

  @Growth(
      sizes = {100, 200, 400, 800},
      atMost = GrowthOrder.SUBLINEAR,
      of = Cost.ALLOCATED)
  int allocatesNothing(int n) {
    return n;
  }

  @Growth(
      sizes = {100, 1_000, 10_000},
      atMost = GrowthOrder.LINEAR,
      of = Cost.RETAINED)
  List<Integer> keepsSquares(int n) {
    return IntStream.range(0, n).map(i -> i * i).boxed().toList();
  }

  @Growth(
      sizes = {100, 1_000, 10_000},
      atMost = GrowthOrder.SUBLINEAR,
      of = Cost.RETAINED)
  List<Integer> keepsTooMuch(int n) {
    return IntStream.range(0, n).map(i -> i * i).boxed().toList();
  }

  @Growth(
      sizes = {100, 1_000, 10_000},
      atMost = GrowthOrder.CONSTANT,
      of = Cost.RETAINED)
  Object nullValue(int n) {
    return null;
  }

  @Growth(
      sizes = {1_000, 8_000, 64_000},
      atMost = GrowthOrder.QUADRATIC)
  int timeIsLinear(int n) {
    int hash = calls++;
    for (int i = 0; i < n; i++) {
      hash = hash * 31 + (hash >>> 3) % 7;
    }
    return hash;
  }

  @Growth(
      sizes = {200, 800, 3_200},
      atMost = GrowthOrder.SUBLINEAR)
  int timeIsQuadratic(int n) {
    int hash = calls++;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        hash = hash * 31 + (hash >>> 3) % 7;
      }
    }
    return hash;
  }

  @Growth(
      sizes = {100, 200},
      atMost = GrowthOrder.LINEAR,
      of = Cost.ALLOCATED)
  byte[] twoSizes(int n) {
    return new byte[n];
  }

  @Growth(
      sizes = {100, 200, 300},
      atMost = GrowthOrder.LINEAR,
      of = Cost.ALLOCATED)
  byte[] sizesCloseTogether(int n) {
    return new byte[n];
  }

  @Growth(
      sizes = {800, 400, 100},
      atMost = GrowthOrder.LINEAR,
      of = Cost.ALLOCATED)
  byte[] decreasingSizes(int n) {
    return new byte[n];
  }

  @Growth(
      sizes = {100, 200, 800},
      atMost = GrowthOrder.CONSTANT)
  byte[] constantTime(int n) {
    return new byte[n];
  }

  @Growth(
      sizes = {100, 200, 800},
      atMost = GrowthOrder.LINEAR,
      of = Cost.ALLOCATED)
  byte[] withoutSize() {
    return new byte[100];
  }

  @Growth(
      sizes = {100, 200, 800},
      atMost = GrowthOrder.LINEAR,
      of = {})
  byte[] withoutCost(int n) {
    return new byte[n];
  }

  @Growth(
      sizes = {100, 200, 800},
      atMost = GrowthOrder.LINEAR,
      of = Cost.RETAINED)
  int retainedPrimitive(int n) {
    return n;
  }

  @Growth(
      sizes = {100, 200, 800},
      atMost = GrowthOrder.LINEAR,
      of = Cost.ALLOCATED)
  byte[] throwsAtTheLargestSize(int n) {
    if (n == 800) {
      throw new IllegalStateException("the body is broken");
    }
    return new byte[n];
  }

  @Growth(
      sizes = {100, 200, 800},
      atMost = GrowthOrder.LINEAR,
      of = Cost.ALLOCATED)
  byte[] everySecondCall(int n) {
    return calls++ % 2 == 0 ? new byte[n] : null;
  }

  @Growth(
      sizes = {100, 1_000, 10_000},
      atMost = GrowthOrder.SUBLINEAR,
      of = Cost.ALLOCATED)
  StringBuilder fixedPartHidesTheRest(int n) {
    return new StringBuilder(100_000).append(new char[n / 10]);
  }

  @Growth(
      sizes = {10, 100, 1_000},
      atMost = GrowthOrder.SUBLINEAR,
      of = Cost.ALLOCATED)
  List<Integer> listGrowsInSteps(int n) {
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < n; i += 10) {
      list.add(1);
    }
    return list;
  }
}
