package dev.tare.retained;

import static dev.tare.assertj.TareAssertions.assertThatGraphOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.Tare;
import dev.tare.extension.TareConfigurationException;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.DataSize;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("walks the whole heap")
@WeavesOrWalks
class OffHeapLimitTests {

  static final List<Object> REGISTRY = new ArrayList<>();

  @AfterEach
  void clearRegistry() {
    REGISTRY.clear();
  }

  /** Returns a direct buffer with views of each kind, which share its memory. */
  private static Object[] views() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1003);
    return new Object[] {
      buffer, buffer.slice(), buffer.duplicate(), buffer.asReadOnlyBuffer(), buffer.asIntBuffer()
    };
  }

  @Test
  void sizeAtTheLimitPasses() {
    ExecutedTests tests = ExecutedTests.tare(BufferTestCases.class);

    assertThat(tests.succeeded()).contains("onTheLimit", "heapBuffer", "sliceAlone");
    assertThat(tests.entries("onTheLimit")).containsEntry("tare.off-heap-size.value", "1003 B");
    assertThat(tests.entries("sliceAlone")).containsEntry("tare.off-heap-size.value", "1003 B");
  }

  @Test
  void failureShowsWhereTheBuffersAre() {
    ExecutedTests tests = ExecutedTests.tare(BufferTestCases.class);

    assertThat(tests.failure("overTheLimit"))
        .hasMessageStartingWith(
            "Off-heap size of OffHeapLimitTests.BufferTestCases.overTheLimit() 1.6 KiB (1,603 B)"
                + " exceeds 1.6 KiB (1,602 B)")
        .hasMessageContaining("1,003 B")
        .hasMessageContaining("[*][*]")
        .hasMessageContaining("600 B")
        .hasMessageContaining("only memory outside the heap")
        .hasMessageContaining("would pass  \"1603 B\"")
        .message()
        .doesNotContain("compact headers", "could save");
  }

  @Test
  void buffersThatOthersHoldDoNotCount() {
    ExecutedTests tests = ExecutedTests.tare(SharingTestCases.class);

    assertThat(tests.succeeded()).containsExactly("shares");
    assertThat(tests.failure("sharesAndOwns"))
        .hasMessageContaining("300 B exceeds 299 B")
        .hasMessageContaining("  also held   by static field")
        .hasMessageContaining("OffHeapLimitTests.REGISTRY");
  }

  @Test
  void kindIsRefusedWhereItHasNoMeaning() {
    ExecutedTests tests = ExecutedTests.tare(RefusedTestCases.class);

    assertThat(tests.failure("layout"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("leave out layout");
    assertThat(tests.failure("instances"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("kind = OFF_HEAP: objects are in the heap");
  }

  @Test
  void plainMeasurementsAndAssertionsReturnTheSameSize() {
    Object[] value = {views(), ByteBuffer.allocateDirect(600)};

    assertThat(Tare.graphOf(value).offHeap().value()).isEqualTo(new DataSize(1603));
    assertThatGraphOf(value).retainsOffHeapAtMost("1603 B");
  }

  static class BufferTestCases {

    @MaxRetainedSize(value = "1003 B", kind = Kind.OFF_HEAP)
    Object onTheLimit() {
      return views();
    }

    @MaxRetainedSize(value = "0 B", kind = Kind.OFF_HEAP)
    Object heapBuffer() {
      return ByteBuffer.allocate(1000);
    }

    @MaxRetainedSize(value = "1003 B", kind = Kind.OFF_HEAP)
    Object sliceAlone() {
      return ByteBuffer.allocateDirect(1003).position(1000).slice();
    }

    @MaxRetainedSize(value = "1602 B", kind = Kind.OFF_HEAP)
    Object overTheLimit() {
      return new Object[] {
        views(), ByteBuffer.allocateDirect(600), new byte[10_000], new Object[1000]
      };
    }
  }

  static class SharingTestCases {

    private static ByteBuffer registered() {
      ByteBuffer shared = ByteBuffer.allocateDirect(2000);
      REGISTRY.add(shared);
      return shared;
    }

    @MaxRetainedSize(value = "0 B", kind = Kind.OFF_HEAP)
    Object shares() {
      return new Object[] {registered().slice(), new byte[100]};
    }

    @MaxRetainedSize(value = "299 B", kind = Kind.OFF_HEAP)
    Object sharesAndOwns() {
      return new Object[] {registered(), ByteBuffer.allocateDirect(300)};
    }
  }

  static class RefusedTestCases {

    @MaxRetainedSize(value = "1 KiB", kind = Kind.OFF_HEAP, layout = JudgedLayout.COMPACT)
    Object layout() {
      return new Object();
    }

    @MaxInstances(type = ByteBuffer.class, value = 1, kind = Kind.OFF_HEAP)
    Object instances() {
      return new Object();
    }
  }
}
