package dev.tare.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TestBodiesTests {

  private static TestBody body(Object target, String name, @Nullable Object... arguments) {
    return body(target.getClass(), target, name, arguments);
  }

  private static TestBody body(
      Class<?> declaring, Object target, String name, @Nullable Object... arguments) {
    Method method =
        Arrays.stream(declaring.getDeclaredMethods())
            .filter(m -> m.getName().equals(name) && !m.isBridge())
            .findFirst()
            .orElseThrow();
    TestBody body = TestBodies.of(target, method, arguments, TestBodiesTests::refuse);
    assertThat(body.reflective()).as(() -> body.whyReflective().orElse("")).isFalse();
    assertThat(body.whyReflective()).isEmpty();
    return body;
  }

  private static Object refuse(Method method, Object target, @Nullable Object[] arguments) {
    throw new AssertionError("called through reflection: " + method);
  }

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
    void comesBoxedFromCall() throws Throwable {
      assertThat(body(target, "aBoolean").call()).isEqualTo(true);
      assertThat(body(target, "aByte").call()).isEqualTo(Byte.MIN_VALUE);
      assertThat(body(target, "aChar").call()).isEqualTo('µ');
      assertThat(body(target, "aShort").call()).isEqualTo(Short.MIN_VALUE);
      assertThat(body(target, "anInt").call()).isEqualTo(Integer.MIN_VALUE);
      assertThat(body(target, "aLong").call()).isEqualTo(Long.MIN_VALUE);
      assertThat(body(target, "aFloat").call()).isEqualTo(Float.MIN_VALUE);
      assertThat(body(target, "aDouble").call()).isEqualTo(Double.MIN_VALUE);
      assertThat(body(target, "aString").call()).isEqualTo("text");
      assertThat(body(target, "anArray").call()).isEqualTo(new int[] {1, 2});
      assertThat(body(target, "nothing").call()).isNull();
      assertThat(body(target, "aVoid").call()).isNull();
    }

    @Test
    void isTheLastResultIfItIsAReference() throws Throwable {
      TestBody body = body(target, "aString");
      assertThat(body.lastResult()).isNull();
      body.run();
      assertThat(body.lastResult()).isEqualTo("text");
      body.forget();
      assertThat(body.lastResult()).isNull();
    }

    @Test
    void isNoLastResultIfItIsPrimitive() throws Throwable {
      for (Method method : Returning.class.getDeclaredMethods()) {
        TestBody body = body(target, method.getName());
        body.run();
        body.repeat(3);
        boolean reference = List.of("aString", "anArray").contains(method.getName());
        assertThat(body.lastResult() != null).as(method.getName()).isEqualTo(reference);
      }
    }
  }
}
