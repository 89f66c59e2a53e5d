package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SampledMatrixTests {

  private static final List<String> CASES = List.of("a", "b", "c", "d");

  private static List<String> sample(int size, long seed) {
    Stream<String> sample = SampledMatrix.sample("SampledMatrixTests", size, CASES, seed);
    return sample.toList();
  }

  @Test
  void sampleHasTheSizeAndIsRepeatedByItsSeed() {
    assertThat(sample(2, 1)).hasSize(2).doesNotHaveDuplicates().isEqualTo(sample(2, 1));
    assertThat(CASES).containsAll(sample(2, 1));
    assertThat(sample(9, 1)).containsExactlyInAnyOrderElementsOf(CASES);
  }

  @Test
  void everyCaseIsDrawnBySomeSeed() {
    Set<String> drawn =
        new Random(1)
            .longs(40)
            .mapToObj(seed -> sample(1, seed))
            .flatMap(List::stream)
            .collect(Collectors.toSet());

    assertThat(drawn).containsExactlyInAnyOrderElementsOf(CASES);
  }
}
