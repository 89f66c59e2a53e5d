package dev.tare.internal.call;

import static dev.tare.internal.call.Bodies.direct;
import static dev.tare.internal.call.Bodies.method;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.body.TestBody;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests in named modules other than that of Tare. */
class ModuleTests {

  // The JVM takes 255 slots: the instance and two for each long.
  private static final int MOST_LONGS = 127;

  private static final String SOURCE =
      """
      package sample;

      import java.util.concurrent.Callable;
      import java.util.function.Supplier;

      public final class Supplying implements Supplier<Object> {
        @Override
        public Object get() {
          return new Sample();
        }
      }

      interface Greeting {
        default String greeting() {
          return "hello";
        }
      }

      class Sample implements Greeting, Callable<String> {
        int sum(int a, long b) {
          return a + (int) b;
        }

        String caller() {
          return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
              .getCallerClass().getModule().getName();
        }

        @Override
        public String call() {
          return "called";
        }

        long last(%s) {
          return a%d;
        }
      }
      """
          .formatted(
              IntStream.range(0, MOST_LONGS)
                  .mapToObj(i -> "long a" + i)
                  .collect(Collectors.joining(", ")),
              MOST_LONGS - 1);

  @TempDir private Path folder;

  private Object sample(String module) throws IOException {
    return CompiledModule.instance(
        folder,
        module.replace("}", "provides java.util.function.Supplier with sample.Supplying; }"),
        SOURCE);
  }

  @Test
  void methodsInAnOpenModuleAreCalledDirectly() throws Throwable {
    Object target = sample("module opened { opens sample; }");
    assertThat(direct(target, "sum", 1, 2L).call()).isEqualTo(3);
    assertThat(direct(target, "caller").fresh().call()).isEqualTo("opened");
    Class<?> greeting = target.getClass().getInterfaces()[0];
    assertThat(TestBodies.of(target, method(greeting, "greeting")).call()).isEqualTo("hello");
  }

  @Test
  void methodsWithTheMostArgumentsAreCalledDirectly() throws Throwable {
    Object target = sample("module opened { opens sample; }");
    Object[] arguments = LongStream.range(0, MOST_LONGS).boxed().toArray();
    TestBody body = direct(target, "last", arguments);
    body.run();
    body.repeat(2);
    assertThat(body.call()).isEqualTo(MOST_LONGS - 1L);
  }

  @Test
  void methodsOpenToOtherModulesOnlyAreRefused() throws Throwable {
    Object target = sample("module strict { opens sample to java.logging; }");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> direct(target, "sum", 1, 2L))
        .withMessageContainingAll("sum() cannot be called", "sample.Sample", "strict", "open");
  }

  @Test
  void methodsOfAccessibleInterfacesAreCalledDirectly() throws Throwable {
    Object target = sample("module strict { opens sample to java.logging; }");
    assertThat(TestBodies.of(target, method(Callable.class, "call")).call()).isEqualTo("called");
  }
}
