package dev.tare.internal.agent.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.NeedsC2;
import javax.management.JMException;
import org.junit.jupiter.api.Test;

@NeedsC2
class CompiledClassesTests {

  @Test
  void listHasNumbersAndClassNames() {
    String listing =
        """
        14 4 2 java.lang.Object.<init>()V [0x00007f37bcec7010, 0x00007f37bcec7180]
        23 1 -1 org.example.Parser$Number.parse(Ljava/lang/String;I)I [0x00007f37bcec7710]
          7 3 0 org.example.Main$$Lambda$14/0x0000000800c03000.get()Ljava/lang/Object; [0x0]
        """;

    assertThat(CompiledClasses.parse(listing, CompiledClasses.ANY))
        .containsExactlyInAnyOrder(
            "java.lang.Object",
            "org.example.Parser$Number",
            "org.example.Main$$Lambda$14/0x0000000800c03000");
    assertThat(CompiledClasses.parse(listing, CompiledClasses.C2))
        .containsExactly("java.lang.Object");
    assertThat(CompiledClasses.parse(listing, CompiledClasses.WITHOUT_PROFILE))
        .containsExactly("org.example.Parser$Number");
  }

  @Test
  void methodNameMayContainSpacesAndParentheses() {
    String listing =
        "5 4 0 org.example.KotlinTest.finds a row (the first)(I)V [0x00007f37bcec7010]";

    assertThat(CompiledClasses.parse(listing, CompiledClasses.C2))
        .containsExactly("org.example.KotlinTest");
  }

  @Test
  void methodInTheUnnamedPackageHasAClass() {
    assertThat(
            CompiledClasses.parse(
                "5 4 0 Main.main([Ljava/lang/String;)V [0x0]", CompiledClasses.ANY))
        .containsExactly("Main");
  }

  @Test
  void otherLinesNameNoMethod() {
    assertThat(CompiledClasses.parse("Unknown diagnostic command\n\n", CompiledClasses.ANY))
        .isEmpty();
  }

  @Test
  void compiledClassesOfThisJvmAreListed() throws JMException {
    // an interpreter has compiled none
    assertThat(CompiledClasses.list(CompiledClasses.ANY)).contains("java.lang.String");
  }
}
