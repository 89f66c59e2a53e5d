package dev.tare.internal.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@WeavesOrWalks
class ClassTotalTests {

  @ParameterizedTest
  @CsvSource({
    "java.lang.String, java.lang.String",
    "[Ljava.lang.String;, java.lang.String[]",
    "[[I, int[][]",
    "[B, byte[]",
    "[Z, boolean[]",
    "com.shop.Cart$$Lambda$14/0x0000000800c03000, com.shop.Cart$$Lambda",
    "com.shop.Cart$$Lambda/0x0000000800c03000, com.shop.Cart$$Lambda",
    "com.shop.Cart$$Lambda+0x0000000800c03000, com.shop.Cart$$Lambda",
    "[Lcom.shop.Cart$$Lambda$14/0x00ff;, com.shop.Cart$$Lambda[]",
    "jdk.proxy2.$Proxy12, jdk.proxy2.$Proxy",
    "jdk.internal.reflect.GeneratedMethodAccessor7, jdk.internal.reflect.GeneratedMethodAccessor",
    "com.shop.Cart$1, com.shop.Cart$1",
  })
  void nameIsThatOfTheSourceWithoutGeneratedNumbers(String name, String expected) {
    assertThat(ClassTotal.name(name)).isEqualTo(expected);
  }

  @Test
  void generatedClassesOfThisJvmAreNamedWithoutNumbers() {
    int captured = name().length();
    Supplier<Integer> lambda = () -> captured;
    Object proxy =
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Runnable.class},
            (proxied, method, arguments) -> 0);

    assertThat(ClassTotal.name(lambda.getClass().getName())).isEqualTo(name() + "$$Lambda");
    assertThat(ClassTotal.name(proxy.getClass().getName())).endsWith(".$Proxy");
    assertThat(ClassTotal.name(long[][].class.getName())).isEqualTo("long[][]");
  }

  private String name() {
    return getClass().getName();
  }
}
