package dev.tare.internal.agent.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.api.Assertions;
import org.assertj.core.util.Lists;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("adds compiler directives, of which the last one is removed")
class OptimizerExclusionTests {

  @Test
  void packagesOfTheSameRootAreExcluded() throws Exception {
    try (OptimizerExclusion exclusion = OptimizerExclusion.ofPackages(List.of(Assertions.class))) {
      assertThat(exclusion.includes(Lists.class)).isTrue();
      assertThat(exclusion.includes(Test.class)).isFalse();
      assertThat(exclusion.includes(String.class)).isFalse();
    }
  }

  @Test
  void tareItselfIsNotExcludedWithItsTests() throws Exception {
    try (OptimizerExclusion exclusion =
        OptimizerExclusion.ofPackages(List.of(OptimizerExclusionTests.class))) {
      assertThat(exclusion.includes(OptimizerExclusionTests.class)).isTrue();
      assertThat(exclusion.includes(OptimizedCode.class)).isFalse();
    }
  }
}
