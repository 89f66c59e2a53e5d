package dev.tare.internal.agent.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.SameOnEveryJdk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SameOnEveryJdk
class OptimizingCompilerTests {

  @Test
  void classesThatC2CompilesOrIsAboutToAreFound() {
    String listing =
        """
        Current compiles:
        C2 CompilerThread0   523       4       com.acme.Foo::bar (55 bytes)

        C1 compile queue:
         548       3       com.acme.Other::bar (5 bytes)
           4       3       com.acme.Fourth::bar (5 bytes)

        C2 compile queue:
         548   !   4       com.acme.Foo$Inner::bar (5 bytes)
         549       4       com.acme.Shop$$Lambda$14/0x0000000800c03000::apply (5 bytes)
        """;

    assertThat(OptimizingCompiler.queued(listing))
        .containsExactlyInAnyOrder(
            "com.acme.Foo", "com.acme.Foo$Inner", "com.acme.Shop$$Lambda$14/0x0000000800c03000");
  }

  @ParameterizedTest
  @CsvSource({
    "org.mockito.internal.creation.bytebuddy.MockMethodAdvice, false",
    "org.jacoco.agent.rt.internal_bac9136.core.runtime.RuntimeData, false",
    "java.lang.Object, true",
    "com.acme.Shop, true"
  })
  void classesOfOtherAgentsAreNotRedefined(String type, boolean redefinable) {
    assertThat(OptimizingCompiler.isRedefinable(type)).isEqualTo(redefinable);
  }

  @Test
  void emptyQueueHasNoClasses() {
    assertThat(OptimizingCompiler.queued("Current compiles:\n\nC1 compile queue:\nEmpty\n"))
        .isEmpty();
  }
}
