package dev.tare.internal.agent.record;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.weave.ClassIdentity;
import dev.tare.internal.agent.weave.ClassWeaver;
import dev.tare.testing.WeavesOrWalks;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.spi.ToolProvider;
import javassist.bytecode.ClassFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@WeavesOrWalks
class CountedLambdasTests {

  private static final String HOST =
      """
      class Host {
        java.util.function.Supplier<Object> supplier() { return () -> "made"; }
        java.util.concurrent.Callable<Object> callable() { return () -> "made"; }
      }
      """;

  @TempDir private Path folder;

  private final ClassIdentity host = new ClassIdentity(getClass().getClassLoader(), "Host");
  private final CountedLambdas lambdas =
      new CountedLambdas(Supplier.class, CountedMethods.of(Supplier.class, "get"));

  /** javac gives equal lambdas the same code if no debugger needs their lines. */
  @ParameterizedTest
  @CsvSource({"-g, true", "-g:none, false"})
  void codeThatLambdasOfAnotherInterfaceShareIsNotCounted(String option, boolean counted)
      throws Exception {
    assertThat(lambdas.weave(host, compiled(option, HOST))).isEqualTo(counted);
  }

  /** The JVM refuses methods of more than 65,535 bytes, hooks included. */
  @ParameterizedTest
  @CsvSource({"11_000, true", "12_500, false"})
  void codeThatIsTooLongForHooksIsNotCounted(String additions, boolean counted) throws Exception {
    String sum = "n += 100_000;".repeat(Integer.parseInt(additions.replace("_", "")));
    String source =
        "class Host { java.util.function.Supplier<Object> long_() { return () -> { int n = 0; "
            + sum
            + " return n; }; } }";

    assertThat(lambdas.weave(host, compiled("-g:none", source))).isEqualTo(counted);
  }

  @Test
  void lambdasOfAHostThatTheJvmRefusesAreNotCounted() throws Exception {
    Supplier<Object> lambda = () -> "made";
    ClassIdentity own = ClassIdentity.of(getClass());
    try (InputStream in = getClass().getResourceAsStream("CountedLambdasTests.class")) {
      lambdas.weave(own, ClassWeaver.read(requireNonNull(in).readAllBytes()));
    }

    assertThat(lambdas.isCounted(lambda.getClass())).isTrue();
    lambdas.failed(own);
    assertThat(lambdas.isCounted(lambda.getClass())).isFalse();
  }

  private ClassFile compiled(String option, String code) throws Exception {
    Path source = Files.writeString(folder.resolve("Host.java"), code);
    ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
    int error =
        compiler.run(System.out, System.err, option, "-d", folder.toString(), source.toString());
    assertThat(error).isZero();
    return ClassWeaver.read(Files.readAllBytes(folder.resolve("Host.class")));
  }
}
