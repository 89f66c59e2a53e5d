package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

class TestBodySourceTests {

  private static final Object[] NO_ARGUMENTS = {};

  private int calls;

  @SuppressWarnings("UnusedMethod") // by reflection
  private void countsCalls() {
    calls++;
  }

  @SuppressWarnings("UnusedMethod") // by reflection
  private void throwsChecked() throws IOException {
    throw new IOException("expected");
  }

  private static Method method(String name) throws NoSuchMethodException {
    return TestBodySourceTests.class.getDeclaredMethod(name);
  }

  @Test
  void reflectiveCallsAllocateNothingOnceTheMethodIsAccessible() throws Throwable {
    Method method = method("countsCalls");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 100; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      TestBodySource.callReflectively(method, this, NO_ARGUMENTS);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }

    assertThat(calls).isEqualTo(100);
    assertThat(least).isZero();
  }

  @Test
  void reflectiveCallsThrowWhatTheMethodThrew() throws Exception {
    Method method = method("throwsChecked");
    for (int call = 0; call < 2; call++) {
      assertThatThrownBy(() -> TestBodySource.callReflectively(method, this, NO_ARGUMENTS))
          .isInstanceOf(IOException.class)
          .hasMessage("expected");
    }
  }
}
