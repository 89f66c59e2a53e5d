package dev.tare.internal.call;

import static dev.tare.internal.call.Bodies.method;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.call.elsewhere.Inherited;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods that a stub can call, wherever they are declared. */
class ReachTests {

  private static final class Concealed {
    @SuppressWarnings("UnusedMethod") // called by the stub
    private String secret() {
      return "private";
    }
  }

  class Inner {
    class Innermost {
      String outer() {
        return ReachTests.this.getClass().getSimpleName();
      }
    }
  }

  private static final class Inheriting extends Inherited {}

  private static final class Overriding extends Inherited {
    @Override
    protected String ofSubclasses() {
      return "overridden";
    }
  }

  interface Defaulting<T> {
    T value();

    default String name() {
      return "default of " + value();
    }
  }

  private record Implementing(Integer value) implements Defaulting<Integer> {}

  static Stream<Arguments> methods() throws NoSuchMethodException {
    Object anonymous =
        new Object() {
          @SuppressWarnings("UnusedMethod") // called by the stub
          String name() {
            return "anonymous";
          }
        };
    Implementing implementing = new Implementing(7);
    Method bridge =
        Arrays.stream(Implementing.class.getDeclaredMethods())
            .filter(Method::isBridge)
            .findFirst()
            .orElseThrow();
    Method ofAConcealedClass = method(Inherited.class.getSuperclass(), "ofAConcealedClass");
    ThrowingSupplier<String> supplier = () -> "supplied";
    Callable<String> callable = () -> "called";
    return Stream.of(
        Arguments.of(new Concealed(), method(Concealed.class, "secret"), "private"),
        Arguments.of(
            new ReachTests().new Inner().new Innermost(),
            method(Inner.Innermost.class, "outer"),
            "ReachTests"),
        Arguments.of(anonymous, method(anonymous.getClass(), "name"), "anonymous"),
        Arguments.of(new Inheriting(), method(Inherited.class, "ofAll"), "public"),
        Arguments.of(new Inheriting(), method(Inherited.class, "ofSubclasses"), "protected"),
        Arguments.of(new Inheriting(), method(Inherited.class, "ofThePackage"), "package"),
        Arguments.of(new Inheriting(), ofAConcealedClass, "concealed"),
        Arguments.of(new Overriding(), method(Inherited.class, "ofSubclasses"), "overridden"),
        Arguments.of(implementing, method(Defaulting.class, "name"), "default of 7"),
        Arguments.of(implementing, method(Defaulting.class, "value"), 7),
        Arguments.of(implementing, bridge, 7),
        Arguments.of(supplier, method(ThrowingSupplier.class, "get"), "supplied"),
        Arguments.of(callable, method(Callable.class, "call"), "called"),
        Arguments.of("text", String.class.getMethod("length"), 4));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("methods")
  void methodsAreCalledDirectly(Object target, Method method, Object returned) throws Throwable {
    assertThat(TestBodies.of(target, method).call()).isEqualTo(returned);
  }

  @Test
  void freshBodyOfALambdaCallsIt() throws Throwable {
    AtomicInteger calls = new AtomicInteger();
    Executable executable = calls::incrementAndGet;
    TestBody body = TestBodies.of(executable, method(Executable.class, "execute"));
    body.run();
    body.fresh().repeat(10);
    assertThat(calls).hasValue(11);
  }
}
