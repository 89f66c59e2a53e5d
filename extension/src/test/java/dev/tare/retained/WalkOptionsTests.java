package dev.tare.retained;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.heap.NotFollowed;
import dev.tare.testing.WeavesOrWalks;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.opentest4j.AssertionFailedError;

// fields exist to be measured
@SuppressWarnings({"ArrayRecordComponent", "UnusedVariable"})
@Isolated("walks the whole heap, and again if a collection moves objects")
@WeavesOrWalks
class WalkOptionsTests {

  static final List<Object> REGISTRY = new ArrayList<>();

  @AfterEach
  void clearRegistry() {
    REGISTRY.clear();
  }

  record Page(byte[] text, @NotFollowed byte[] book) {}

  @Nested
  class Exclusions {

    private final ExecutedTests tests =
        ExecutedTests.withVerdicts("tare", ExcludingTestCases.class);

    @Test
    void annotatedFieldsAreExcluded() {
      assertThat(tests.succeeded()).containsExactly("marked");
      assertThat(tests.failure("markedAndTooLarge"))
          .hasMessageContaining("not followed: " + Page.class.getTypeName() + ".book");
    }

    @Test
    void excludedAndOffHeapObjectsAreNamed() {
      assertThat(tests.verdict("program"))
          .contains("1 x java.lang.Class")
          .contains("1 x java.lang.Module")
          .contains("1 x java.lang.Thread")
          .contains("1 x java.util.concurrent.TimeUnit")
          .contains("ClassLoaders$AppClassLoader")
          .contains("beside it 2.9 KiB (3,000 B) outside the heap");
      assertThat(tests.failure("program"))
          .hasMessageContaining("beside it 2.9 KiB (3,000 B) outside the heap");
    }
  }

  static class ExcludingTestCases {

    @MaxRetainedSize("1100 B")
    Page marked() {
      return new Page(new byte[1000], new byte[100_000]);
    }

    @MaxRetainedSize("1000 B")
    Page markedAndTooLarge() {
      return new Page(new byte[1000], new byte[100_000]);
    }

    @MaxRetainedSize("10 B")
    Object program() {
      return new Object[] {
        String.class,
        ClassLoader.getSystemClassLoader(),
        Object.class.getModule(),
        new Thread(() -> {}, "not started"),
        TimeUnit.DAYS,
        ByteBuffer.allocateDirect(3000)
      };
    }
  }

  /** Runs only on a JVM with the default layout. */
  @Nested
  class Layouts {

    private final ExecutedTests tests = ExecutedTests.withVerdicts("tare", LayoutTestCases.class);

    @Test
    void messageStatesWhetherCompactHeadersFitTheBudget() {
      assertThat(tests.failure("fitsCompact"))
          .hasMessageContaining(" 24 B exceeds 16 B")
          .hasMessageContaining("under compact headers 16 B: within")
          .hasMessageContaining("\"24 B\"");
      assertThat(tests.failure("fitsNowhere"))
          .hasMessageContaining("under compact headers 1,016 B: still over");
      assertThat(tests.failure("reachable"))
          .hasMessageContaining("under compact headers 16 B: within");
    }

    @Test
    void requestedLayoutIsJudged() {
      assertThat(tests.succeeded()).containsExactlyInAnyOrder("compact", "compressed");
      assertThat(tests.entries("compact")).containsEntry("tare.retained-size.value", "16 B");
      assertThat(tests.entries("compressed")).containsEntry("tare.retained-size.value", "24 B");
      assertThat(tests.failure("compactAndOver"))
          .isInstanceOf(AssertionFailedError.class)
          .hasMessageContaining(" 16 B exceeds 15 B")
          .hasMessageContaining("computed for 8-byte headers, 4-byte references")
          .hasMessageNotContaining("under compact headers");
      assertThat(tests.verdict("compactAndOver"))
          .contains("\"on Java " + System.getProperty("java.version"));
    }
  }

  static class LayoutTestCases {

    @MaxRetainedSize("16 B")
    Object fitsCompact() {
      return new Object[1];
    }

    @MaxRetainedSize(value = "16 B", kind = Kind.REACHABLE)
    Object reachable() {
      return new Object[1];
    }

    @MaxRetainedSize("1 KB")
    Object fitsNowhere() {
      return new byte[1000];
    }

    @MaxRetainedSize(value = "16 B", layout = JudgedLayout.COMPACT)
    Object compact() {
      return new Object[1];
    }

    @MaxRetainedSize(value = "15 B", layout = JudgedLayout.COMPACT)
    Object compactAndOver() {
      return new Object[1];
    }

    @MaxRetainedSize(value = "24 B", layout = JudgedLayout.COMPRESSED)
    Object compressed() {
      return new Object[1];
    }
  }
}
