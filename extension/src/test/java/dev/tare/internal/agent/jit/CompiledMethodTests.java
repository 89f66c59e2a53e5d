package dev.tare.internal.agent.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.NeedsC2;
import org.junit.jupiter.api.Test;

@NeedsC2
class CompiledMethodTests {

  @Test
  void listHasNumbersAndClassNames() {
    String listing =
        """
        14 4 2 java.lang.Object.<init>()V [0x00007f37bcec7010, 0x00007f37bcec7180]
        23 1 -1 org.example.Parser$Number.parse(Ljava/lang/String;I)I [0x00007f37bcec7710]
          7 3 0 org.example.Main$$Lambda$14/0x0000000800c03000.get()Ljava/lang/Object; [0x0]
        """;

    assertThat(CompiledMethod.parse(listing))
        .containsExactly(
            new CompiledMethod(4, "java.lang.Object"),
            new CompiledMethod(1, "org.example.Parser$Number"),
            new CompiledMethod(3, "org.example.Main$$Lambda$14/0x0000000800c03000"));
  }

  @Test
  void methodNameMayContainSpacesAndParentheses() {
    String listing =
        "5 4 0 org.example.KotlinTest.finds a row (the first)(I)V [0x00007f37bcec7010]";

    assertThat(CompiledMethod.parse(listing))
        .containsExactly(new CompiledMethod(4, "org.example.KotlinTest"));
  }

  @Test
  void methodInTheUnnamedPackageHasAClass() {
    assertThat(CompiledMethod.parse("5 4 0 Main.main([Ljava/lang/String;)V [0x0]"))
        .containsExactly(new CompiledMethod(4, "Main"));
  }

  @Test
  void otherLinesNameNoMethod() {
    assertThat(CompiledMethod.parse("Unknown diagnostic command\n\n")).isEmpty();
  }

  @Test
  void compiledMethodsOfThisJvmAreListed() {
    // an interpreter has compiled none
    assertThat(CompiledMethod.list().orElseThrow())
        .allMatch(method -> method.level() >= 0 && method.level() <= 4);
  }
}
