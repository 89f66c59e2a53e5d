package dev.tare.internal.call;

import static dev.tare.internal.call.Bodies.direct;
import static dev.tare.internal.call.Bodies.method;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Stubs of methods with the same parameter and return types. */
@SuppressWarnings({"UnusedMethod", "UnicodeInCode"}) // called by the stubs; a name on purpose
class StubWriterTests {

  private static class First {
    Object one() {
      return "first one";
    }

    Object two() {
      return "first two";
    }

    Object größe() {
      return "not of one byte a letter";
    }

    Object get() {
      return "of a class";
    }
  }

  private static class Second {
    Object one() {
      return "second one";
    }
  }

  @Test
  void stubsCallTheirOwnMethods() throws Throwable {
    First first = new First();
    TestBody one = direct(first, "one");
    TestBody two = direct(first, "two");
    assertThat(direct(new Second(), "one").call()).isEqualTo("second one");
    assertThat(one.call()).isEqualTo("first one");
    assertThat(two.call()).isEqualTo("first two");
  }

  @Test
  void stubsCallMethodsOfAnyName() throws Throwable {
    assertThat(direct(new First(), "größe").call()).isEqualTo("not of one byte a letter");
  }

  @Test
  void stubsCallClassesAndInterfacesWithTheirOwnInstruction() throws Throwable {
    Supplier<Object> lambda = () -> "of an interface";
    assertThat(TestBodies.of(lambda, method(Supplier.class, "get")).call())
        .isEqualTo("of an interface");
    assertThat(direct(new First(), "get").call()).isEqualTo("of a class");
    assertThat(TestBodies.of(lambda, method(Supplier.class, "get")).call())
        .isEqualTo("of an interface");
  }

  private static final class Comparing {
    boolean same(Comparing other) {
      return this == other;
    }
  }

  @Test
  void stubsCallMethodsThatTakeTheirOwnClass() throws Throwable {
    Comparing target = new Comparing();
    assertThat(direct(target, "same", target).call()).isEqualTo(true);
  }
}
