package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tare.ExecutedTests;
import dev.tare.unit.DataSize;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import javassist.bytecode.ClassFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Allocation of a first call, class loading and linkage included. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // a first call happens once
class FirstCallTests {

  private final ExecutedTests tests = ExecutedTests.jupiter(FirstCallTestCases.class);

  @Test
  void figureIncludesClassLoading() {
    assertThat(bytes("loads")).isGreaterThan(1000);
    assertThat(tests.entries("loads"))
        .containsEntry(
            "tare.allocated-bytes.value",
            bytes("loads") + MaxAllocatedBytesTests.Arrays.bytes(1000) + " B");
  }

  @Test
  void figureOfACallThatLoadsNothingIsExact() {
    assertThat(tests.entries("loadsNothing"))
        .containsEntry(
            "tare.allocated-bytes.value", MaxAllocatedBytesTests.Arrays.bytes(1000) + " B");
  }

  @ParameterizedTest
  @ValueSource(strings = {"loads", "linksALambda", "linksAConcatenation", "loadsNothing"})
  void failureHasNoRows(String test) {
    assertThat(message(test))
        .contains("one reading; this thread only")
        .contains("no breakdown: the body may be called once only (runs = 1, warmups = 0)")
        .doesNotContain("share");
  }

  @Test
  void throwingBodyKeepsItsExceptionAndTheNextTestIsMeasured() {
    assertThat(tests.failure("throwsWhileItLoads"))
        .hasMessage("from the body")
        .hasNoSuppressedExceptions();
    assertThat(message("zLoadsAfterwards"))
        .contains(" " + new DataSize(bytes("zLoadsAfterwards")).exact() + " ");
  }

  private String message(String test) {
    return String.valueOf(tests.failure(test).getMessage());
  }

  private static long bytes(String test) {
    return FirstCallTestCases.bytes.getOrDefault(test, 0L);
  }

  static class FirstCallTestCases {

    static final Map<String, Long> bytes = new HashMap<>();
    static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    static Object sink = "";

    static {
      new PreparedLoader().load("a.Warm");
    }

    private final PreparedLoader loader = new PreparedLoader();
    private long before;
    private long after;

    @Test
    @MaxAllocatedBytes(value = "0 B", runs = 1, warmups = 0)
    void loads() {
      before = BEAN.getCurrentThreadAllocatedBytes();
      loader.load("a.One");
      loader.load("a.Two");
      loader.load("a.Three");
      after = BEAN.getCurrentThreadAllocatedBytes();
      sink = new byte[1000];
    }

    @AfterEach
    void note(TestInfo test) {
      String name = test.getTestMethod().orElseThrow().getName();
      bytes.put(name, after - before);
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", runs = 1, warmups = 0)
    void linksALambda() {
      Supplier<Object> lambda = () -> loader;
      sink = lambda;
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", runs = 1, warmups = 0)
    void linksAConcatenation() {
      sink = "at " + before + " and " + after;
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", runs = 1, warmups = 0)
    void loadsNothing() {
      sink = new byte[1000];
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", runs = 1, warmups = 0)
    void throwsWhileItLoads() {
      loader.load("a.One");
      throw new IllegalStateException("from the body");
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", runs = 1, warmups = 0)
    void zLoadsAfterwards() {
      before = BEAN.getCurrentThreadAllocatedBytes();
      loader.load("a.One");
      after = BEAN.getCurrentThreadAllocatedBytes();
    }
  }

  /** Loader with the class files of a few empty classes, which it defines on request. */
  static final class PreparedLoader extends ClassLoader {

    private final Map<String, byte[]> classFiles = new HashMap<>();

    PreparedLoader() {
      super(null);
      for (String name : new String[] {"a.Warm", "a.One", "a.Two", "a.Three"}) {
        classFiles.put(name, bytes(name));
      }
    }

    private static byte[] bytes(String name) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        new ClassFile(false, name, Object.class.getName()).write(new DataOutputStream(bytes));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      return bytes.toByteArray();
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classFiles.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }

    void load(String name) {
      try {
        loadClass(name);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
