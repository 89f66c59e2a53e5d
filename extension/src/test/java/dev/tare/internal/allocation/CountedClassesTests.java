package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.allocation.CountedClasses.Membership;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
