package dev.tare.internal.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.weave.ClassIdentity;
import dev.tare.internal.agent.weave.ClassWeaver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.spi.ToolProvider;
import javassist.bytecode.ClassFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountedLambdasTests {

  private static final String HOST =
      """
      class Host {
        java.util.function.Supplier<Object> supplier() { return () -> "made"; }
        java.util.concurrent.Callable<Object> callable() { return () -> "made"; }
      }
      """;

  @TempDir private Path folder;

  /** javac gives equal lambdas the same code if no debugger needs their lines. */
  @ParameterizedTest
  @CsvSource({"-g, true", "-g:none, false"})
  void codeThatLambdasOfAnotherInterfaceShareIsNotCounted(String option, boolean counted)
      throws Exception {
    CountedLambdas lambdas =
        new CountedLambdas(
            new Class<?>[] {Supplier.class},
            Supplier.class,
            CountedMethods.of(Supplier.class, "get"),
            List.of(this));

    assertThat(lambdas.weave(new ClassIdentity(getClass().getClassLoader(), "Host"), host(option)))
        .isEqualTo(counted);
  }

  private ClassFile host(String option) throws Exception {
    Path source = Files.writeString(folder.resolve("Host.java"), HOST);
    ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
    int error =
        compiler.run(System.out, System.err, option, "-d", folder.toString(), source.toString());
    assertThat(error).isZero();
    return ClassWeaver.read(Files.readAllBytes(folder.resolve("Host.class")));
  }
}
