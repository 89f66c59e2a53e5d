package dev.tare.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutliersTests {

  @Test
  void numberAgreesWithR() {
    // R 4.2.2: q <- quantile(x, c(.25, .75)); i <- q[2] - q[1]; o <- pmax(q[1] - x, x - q[2])
    // sum(o > 1.5 * i)
    assertThat(Outliers.indexes(QuantilesTests.X)).hasSize(2);
  }

  @Test
  void indexesAreOfValuesBeyondTheFences() {
    // quartiles 2 and 4, range 2: fences at -1 and 7
    assertThat(Outliers.indexes(10.5, 1, 2, 2, 2, 3, 4, 4, 4, 8.5)).containsExactly(0, 9);
    assertThat(Outliers.indexes(1, 2, 3)).isEmpty();
  }

  @Test
  void valueOnTheFenceIsNoOutlier() {
    assertThat(Outliers.indexes(1, 2, 2, 2, 3, 4, 4, 4, 7)).isEmpty();
  }

  @Test
  void shiftScaleAndMirrorDoNotMatter() {
    assertThat(Outliers.indexes(Series.shifted(Series.scaled(QuantilesTests.X, -3), 9))).hasSize(2);
  }
}
