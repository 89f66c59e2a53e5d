package dev.tare.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnsteadyBytesTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.Thread",
        "in java.lang.Thread.<init>()",
        "in java.util.concurrent.Executors.newFixedThreadPool()",
        "in java.util.concurrent.ExecutorService.submit()",
        "in java.util.concurrent.CompletableFuture.supplyAsync()"
      })
  void otherThreadsAreUnsteady(String name) {
    assertThat(UnsteadyBytes.reason(name))
        .isEqualTo("other threads are started or used, whose numbers and timing differ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.IllegalStateException",
        "in java.lang.RuntimeException.<init>()",
        "dev.tare.extension.TareConfigurationException"
      })
  void stackTracesAreUnsteady(String name) {
    assertThat(UnsteadyBytes.reason(name))
        .isEqualTo("a stack trace is as deep as the calls that lead to the test");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.acme.ValidationError",
        "in java.lang.ThreadLocal.get()",
        "in java.util.concurrent.ConcurrentHashMap.put()",
        "java.lang.String",
        "in java.lang.Throwable.getMessage()",
        "byte[]"
      })
  void otherNamesAreSteady(String name) {
    assertThat(UnsteadyBytes.reason(name)).isEmpty();
  }
}
