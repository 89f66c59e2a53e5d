package dev.tare.internal.call;

import static dev.tare.internal.call.Bodies.direct;
import static dev.tare.internal.call.Bodies.method;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.call.elsewhere.Inherited;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingSupplier;

/** Methods that a stub can call, wherever they are declared. */
class ReachTests {

  private static final class Concealed {
    @SuppressWarnings("UnusedMethod") // called by the stub
    private String secret() {
      return "private";
    }
  }

  @Test
  void privateMethodsOfPrivateClassesAreCalledDirectly() throws Throwable {
    assertThat(direct(new Concealed(), "secret").call()).isEqualTo("private");
  }

  class Inner {
    class Innermost {
      String outer() {
        return ReachTests.this.getClass().getSimpleName();
      }
    }
  }

  @Test
  void methodsOfInnerClassesAreCalledDirectly() throws Throwable {
    assertThat(direct(new Inner().new Innermost(), "outer").call()).isEqualTo("ReachTests");
  }

  @Test
  void methodsOfAnonymousClassesAreCalledDirectly() throws Throwable {
    Object anonymous =
        new Object() {
          @SuppressWarnings("UnusedMethod") // called by the stub
          String name() {
            return "anonymous";
          }
        };
    assertThat(direct(anonymous, "name").call()).isEqualTo("anonymous");
  }

  private static final class Inheriting extends Inherited {}

  @Test
  void methodsInheritedFromAnotherPackageAreCalledDirectly() throws Throwable {
    Inheriting target = new Inheriting();
    assertThat(direct(target, method(Inherited.class, "ofAll")).call()).isEqualTo("public");
    assertThat(direct(target, method(Inherited.class, "ofSubclasses")).call())
        .isEqualTo("protected");
    assertThat(direct(target, method(Inherited.class, "ofThePackage")).call()).isEqualTo("package");
    Method concealed = method(Inherited.class.getSuperclass(), "ofAConcealedClass");
    assertThat(direct(target, concealed).call()).isEqualTo("concealed");
  }

  private static final class Overriding extends Inherited {
    @Override
    protected String ofSubclasses() {
      return "overridden";
    }
  }

  @Test
  void overridingMethodIsCalled() throws Throwable {
    assertThat(direct(new Overriding(), method(Inherited.class, "ofSubclasses")).call())
        .isEqualTo("overridden");
  }

  interface Defaulting<T> {
    T value();

    default String name() {
      return "default of " + value();
    }
  }

  private record Implementing(Integer value) implements Defaulting<Integer> {}

  @Test
  void defaultMethodsOfInterfacesAreCalledDirectly() throws Throwable {
    Implementing target = new Implementing(7);
    assertThat(direct(target, method(Defaulting.class, "name")).call()).isEqualTo("default of 7");
  }

  @Test
  void genericMethodsAreCalledByTheirErasure() throws Throwable {
    Implementing target = new Implementing(7);
    assertThat(direct(target, method(Defaulting.class, "value")).call()).isEqualTo(7);
    Method bridge =
        Arrays.stream(Implementing.class.getDeclaredMethods())
            .filter(Method::isBridge)
            .findFirst()
            .orElseThrow();
    assertThat(direct(target, bridge).call()).isEqualTo(7);
  }

  @Test
  void lambdasAreCalledDirectly() throws Throwable {
    AtomicInteger calls = new AtomicInteger();
    Executable executable = calls::incrementAndGet;
    TestBody body = direct(executable, method(Executable.class, "execute"));
    body.run();
    body.fresh().repeat(10);
    assertThat(calls).hasValue(11);
    ThrowingSupplier<String> supplier = () -> "supplied";
    assertThat(direct(supplier, method(ThrowingSupplier.class, "get")).call())
        .isEqualTo("supplied");
  }

  @Test
  void lambdasOfJdkInterfacesAreCalledDirectly() throws Throwable {
    Callable<String> callable = () -> "called";
    assertThat(direct(callable, method(Callable.class, "call")).call()).isEqualTo("called");
  }

  @Test
  void methodsOfJdkClassesAreCalledDirectly() throws Throwable {
    assertThat(direct("text", String.class.getMethod("length")).call()).isEqualTo(4);
  }

  static class WithStatic {
    static String ofTheClass() {
      return "static";
    }
  }

  @Test
  void staticMethodsAreCalledThroughReflection() throws Throwable {
    Method method = method(WithStatic.class, "ofTheClass");
    TestBody body =
        TestBodies.of(new WithStatic(), method, new Object[0], (m, t, a) -> m.invoke(null, a));
    assertThat(body.reflective()).isTrue();
    assertThat(body.call()).isEqualTo("static");
  }
}
