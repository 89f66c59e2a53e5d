package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.allocation.CountedClasses.Membership;
import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import javassist.ClassPool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@WeavesOrWalks
class CountedClassesTests {

  @ParameterizedTest
  @CsvSource({
    "java.lang.Runnable, com.acme.Shop$$Lambda, UNKNOWN",
    "java.util.concurrent.CountDownLatch, com.acme.Shop$$Lambda, NO",
    "java.lang.Runnable, jdk.proxy2.$Proxy, UNKNOWN",
    "java.lang.reflect.Proxy, jdk.proxy2.$Proxy, UNKNOWN",
    "java.lang.Thread, jdk.proxy2.$Proxy, NO",
    "java.lang.Thread, com.acme.OfAnotherLoader, UNKNOWN",
    "java.lang.String, com.acme.OfAnotherLoader, NO",
    "java.lang.Number, java.lang.Integer, YES",
    "java.lang.Number, java.lang.String, NO"
  })
  void classThatCannotBeFoundCountsOnlyIfItCanBeOfTheType(
      Class<?> type, String name, Membership expected) {
    assertThat(new CountedClasses(type, null).membershipByName(List.of(this)).apply(name))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "Order, YES",
    "Order$Line, YES",
    "com.acme.Order, NO",
    "Order[], NO",
    "int[], NO",
    "int, NO",
    "the VM itself or code that was not woven, NO"
  })
  void unnamedPackageHasTheClassesWithoutOne(String name, Membership expected) throws Exception {
    byte[] file = new ClassPool(true).makeClass("Shop").toBytecode();
    Class<?> type =
        new ClassLoader(null) {
          Class<?> define() {
            return defineClass("Shop", file, 0, file.length);
          }
        }.define();

    CountedClasses counted = new CountedClasses(Object.class, type);

    assertThat(counted.membershipByName(List.of(this)).apply(name)).isEqualTo(expected);
    assertThat(counted.phrase()).isEqualTo(" of the unnamed package");
  }
}
