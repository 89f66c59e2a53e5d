package dev.tare.growth;

import java.util.Arrays;
import java.util.List;

/** The attributes of {@link Growth}, which a body without an annotation has too. */
record GrowthOptions(
    List<Integer> sizes,
    GrowthOrder atMost,
    List<Cost> costs,
    String warmupTime,
    String measurementTime) {

  static GrowthOptions of(Growth annotation) {
    return new GrowthOptions(
        Arrays.stream(annotation.sizes()).boxed().toList(),
        annotation.atMost(),
        List.of(annotation.of()),
        annotation.warmupTime(),
        annotation.measurementTime());
  }
}
