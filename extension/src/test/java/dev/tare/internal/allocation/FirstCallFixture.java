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

/** First calls that load classes, link a lambda, or do neither, with their breakdowns. */
final class FirstCallFixture {

  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final GeneratingLoader loader = new GeneratingLoader();
  private final String name = "a.One"; // the string constant is created by its first use
  private long loadedBytes;

  private FirstCallFixture() throws ClassNotFoundException {
    loader.loadClass("a.Warm");
  }

  Object loads() throws ClassNotFoundException {
    long before = BEAN.getCurrentThreadAllocatedBytes();
    loader.loadClass(name);
    loadedBytes = BEAN.getCurrentThreadAllocatedBytes() - before;
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
   * Returns the breakdown of each body, with the type and the bytes of each row, and the bytes of
   * class loading that the loader itself counted.
   */
  static String breakdowns() throws Throwable {
    FirstCallFixture fixture = new FirstCallFixture();
    return "first call: loads "
        + fixture.rows("loads")
        + " and saw "
        + fixture.loadedBytes
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
    Breakdown breakdown =
        call.withParts(
                Observed.exact(
                    new Figure("bytes", "bytes", true), bytes, Sampling.single(bytes), List.of()))
            .breakdown();
    return breakdown == null
        ? String.valueOf(bytes.bytes())
        : breakdown.rows().stream()
            .map(row -> row.type() + " " + ((DataSize) row.amount()).bytes())
            .collect(Collectors.joining(", "));
  }

  /** Loader that defines each class on request. */
  private static final class GeneratingLoader extends ClassLoader {

    GeneratingLoader() {
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
