package dev.tare.internal.call;

import static dev.tare.internal.call.Bodies.direct;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.body.TestBody;
import java.io.IOException;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TestBodiesTests {

  static class Returning {
    boolean aBoolean() {
      return true;
    }

    byte aByte() {
      return Byte.MIN_VALUE;
    }

    char aChar() {
      return 'µ';
    }

    short aShort() {
      return Short.MIN_VALUE;
    }

    int anInt() {
      return Integer.MIN_VALUE;
    }

    long aLong() {
      return Long.MIN_VALUE;
    }

    float aFloat() {
      return Float.MIN_VALUE;
    }

    double aDouble() {
      return Double.MIN_VALUE;
    }

    String aString() {
      return "text";
    }

    int[] anArray() {
      return new int[] {1, 2};
    }

    @Nullable Object nothing() {
      return null;
    }

    void aVoid() {}
  }

  @Nested
  class WhatIsReturned {

    private final Returning target = new Returning();

    @Test
    void callReturnsTheValueBoxed() throws Throwable {
      assertThat(direct(target, "aBoolean").call()).isEqualTo(true);
      assertThat(direct(target, "aByte").call()).isEqualTo(Byte.MIN_VALUE);
      assertThat(direct(target, "aChar").call()).isEqualTo('µ');
      assertThat(direct(target, "aShort").call()).isEqualTo(Short.MIN_VALUE);
      assertThat(direct(target, "anInt").call()).isEqualTo(Integer.MIN_VALUE);
      assertThat(direct(target, "aLong").call()).isEqualTo(Long.MIN_VALUE);
      assertThat(direct(target, "aFloat").call()).isEqualTo(Float.MIN_VALUE);
      assertThat(direct(target, "aDouble").call()).isEqualTo(Double.MIN_VALUE);
      assertThat(direct(target, "aString").call()).isEqualTo("text");
      assertThat(direct(target, "anArray").call()).isEqualTo(new int[] {1, 2});
      assertThat(direct(target, "nothing").call()).isNull();
      assertThat(direct(target, "aVoid").call()).isNull();
    }

    @Test
    void referenceIsTheLastResult() throws Throwable {
      TestBody body = direct(target, "aString");
      assertThat(body.lastResult()).isNull();
      body.run();
      assertThat(body.lastResult()).isEqualTo("text");
    }

    @Test
    void lastResultIsHeldUntilForgotten() throws Throwable {
      TestBody body = direct(target, "anArray");
      body.run();
      body.forget();
      assertThat(body.lastResult()).isNull();
    }

    @Test
    void lastResultIsHeldByItsOwnBodyOnly() throws Throwable {
      TestBody body = direct(target, "anArray");
      TestBody fresh = body.fresh();
      body.run();
      assertThat(fresh.lastResult()).isNull();
    }

    @Test
    void primitiveIsNoLastResult() throws Throwable {
      for (Method method : Returning.class.getDeclaredMethods()) {
        TestBody body = TestBodies.of(target, method);
        body.run();
        body.repeat(3);
        boolean held = List.of("aString", "anArray").contains(method.getName());
        assertThat(body.lastResult() != null).as(method.getName()).isEqualTo(held);
      }
    }
  }

  static class Counting {
    private int calls;

    int count() {
      return ++calls;
    }

    void stopAtThree() throws IOException {
      if (++calls == 3) {
        throw new IOException("three");
      }
    }
  }

  @Nested
  class TheMethod {

    private final Counting target = new Counting();

    @Test
    void creatingABodyDoesNotCallTheMethod() {
      direct(target, "count").fresh();
      assertThat(target.calls).isZero();
    }

    @Test
    void runAndCallCallTheMethodOnce() throws Throwable {
      TestBody body = direct(target, "count");
      body.run();
      assertThat(target.calls).isEqualTo(1);
      assertThat(body.call()).isEqualTo(2);
    }

    @Test
    void repeatCallsTheMethodAsOften() throws Throwable {
      TestBody body = direct(target, "count");
      body.repeat(1_000);
      assertThat(target.calls).isEqualTo(1_000);
      body.repeat(0);
      body.repeat(-1);
      assertThat(target.calls).isEqualTo(1_000);
    }

    @Test
    void freshBodyUsesTheSameInstance() throws Throwable {
      TestBody fresh = direct(target, "count").fresh();
      fresh.run();
      fresh.fresh().run();
      assertThat(target.calls).isEqualTo(2);
    }

    @Test
    void checkedExceptionsAreThrownUnchanged() {
      TestBody body = direct(target, "stopAtThree");
      assertThatThrownBy(() -> body.repeat(10)).isExactlyInstanceOf(IOException.class);
      assertThat(target.calls).isEqualTo(3);
      target.calls = 2;
      assertThatThrownBy(body::run).isExactlyInstanceOf(IOException.class).hasMessage("three");
      target.calls = 2;
      assertThatThrownBy(body::call).isExactlyInstanceOf(IOException.class).hasNoCause();
    }
  }

  static class Watching {
    Class<?> caller() {
      return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
          .walk(frames -> frames.skip(1).map(StackFrame::getDeclaringClass).findFirst())
          .orElseThrow();
    }

    Class<?> callerHiddenOrNot() {
      return StackWalker.getInstance(
              Set.of(Option.RETAIN_CLASS_REFERENCE, Option.SHOW_HIDDEN_FRAMES))
          .walk(frames -> frames.skip(1).map(StackFrame::getDeclaringClass).findFirst())
          .orElseThrow();
    }
  }

  @Nested
  class TheStub {

    private final Watching target = new Watching();

    @Test
    void stubIsAHiddenNestmateInThePackageOfTheTest() throws Throwable {
      Class<?> stub = (Class<?>) requireNonNull(direct(target, "callerHiddenOrNot").call(), "stub");
      assertThat(stub.isHidden()).isTrue();
      assertThat(stub.isNestmateOf(Watching.class)).isTrue();
      assertThat(stub.getPackage()).isEqualTo(Watching.class.getPackage());
      assertThat(stub.getInterfaces())
          .allSatisfy(type -> assertThat(type.getClassLoader()).isNull());
    }

    @Test
    void stubIsNotInStackTraces() throws Throwable {
      assertThat(direct(target, "caller").call()).isEqualTo(StubbedBody.class);
    }

    @Test
    void freshBodyHasAnotherStubClass() throws Throwable {
      TestBody body = direct(target, "callerHiddenOrNot");
      assertThat(body.fresh().call()).isNotEqualTo(body.call());
    }
  }
}
