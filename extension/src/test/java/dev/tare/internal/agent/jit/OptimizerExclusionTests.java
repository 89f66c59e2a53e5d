package dev.tare.internal.agent.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.api.Assertions;
import org.assertj.core.util.Lists;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({
    "'C2 CompilerThread0   523       4       org.assertj.core.Foo::bar (55 bytes)', true",
    "' 548   !   4       org.assertj.core.Foo$Inner::bar (5 bytes)', true",
    "' 548   !   3       org.assertj.core.Foo::bar (5 bytes)', false",
    "'   4       3       org.assertj.core.Foo::bar (5 bytes)', false",
    "' 548       4       java.lang.Integer::toString (55 bytes)', false",
    "Empty, false"
  })
  void compilationsByC2OfExcludedClassesAreFound(String line, boolean found) throws Exception {
    try (OptimizerExclusion exclusion = OptimizerExclusion.ofPackages(List.of(Assertions.class))) {
      assertThat(exclusion.isBeingCompiled("Current compiles:\n" + line + "\n")).isEqualTo(found);
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
