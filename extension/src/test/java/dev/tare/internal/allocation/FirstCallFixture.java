package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.body.TestBody;
import dev.tare.internal.call.TestBodies;
import dev.tare.model.Breakdown;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javassist.bytecode.ClassFile;

/** First calls that load, that link and that do neither, with their breakdowns. */
final class FirstCallFixture {

  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Making loader = new Making();
  private final String name = "a.One"; // a text is made where it is first loaded
  private long loading;

  private FirstCallFixture() throws ClassNotFoundException {
    loader.loadClass("a.Warm");
  }

  Object loads() throws ClassNotFoundException {
    long before = BEAN.getCurrentThreadAllocatedBytes();
    loader.loadClass(name);
    loading = BEAN.getCurrentThreadAllocatedBytes() - before;
    return new byte[1000];
  }

  Object links() {
    Supplier<Object> lambda = () -> loader;
    return lambda;
  }

  Object doesNeither() {
    return new byte[1000];
  }

  /**
   * Returns the breakdowns by body: each row's class with its bytes; bytes of class loading beside
   * those that the loader recorded.
   */
  static String breakdowns() throws Throwable {
    FirstCallFixture fixture = new FirstCallFixture();
    return "first call: loads "
        + fixture.rows("loads")
        + " and saw "
        + fixture.loading
        + "; links "
        + fixture.rows("links").replaceAll(" \\d+", "")
        + "; does neither "
        + fixture.rows("doesNeither");
  }

  private String rows(String method) throws Throwable {
    TestBody body =
        TestBodies.of(
            this,
            FirstCallFixture.class.getDeclaredMethod(method),
            new Object[0],
            (called, target, arguments) -> {
              throw new AssertionError("not through a stub");
            });
    FirstCallAllocation call =
        new FirstCallAllocation(AllocationCounters.currentThread().orElseThrow());
    DataSize bytes = new DataSize(call.measureParts(body).smallest());
    Breakdown told =
        call.withParts(
                Observed.exact(
                    new Figure("bytes", "bytes", true), bytes, Sampling.single(bytes), List.of()))
            .breakdown();
    return told == null
        ? String.valueOf(bytes.bytes())
        : told.rows().stream()
            .map(row -> row.type() + " " + ((DataSize) row.amount()).bytes())
            .collect(Collectors.joining(", "));
  }

  /** Loader that defines each class on request. */
  private static final class Making extends ClassLoader {

    Making() {
      super(null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ClassFile(false, name, Object.class.getName()).write(new DataOutputStream(bytes));
        return defineClass(name, bytes.toByteArray(), 0, bytes.size());
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
