package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.Weighed;
import dev.tare.testing.SlowAfterOthers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Objects that libraries create are an interval at first. Its upper end is the weight. */
@SlowAfterOthers
@Execution(ExecutionMode.SAME_THREAD) // the runs share the number of objects
class WeighedObjectsTests {

  private static int objects;
  static @Nullable Object sink;

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void reset() {
    objects = 20;
  }

  @Weighed
  static class ObjectsTestCases {

    private final List<String> names = new ArrayList<>(List.of("a", "b"));
    private final int[] numbers = new int[4];
    private boolean isLong;

    @Test
    @MaxAllocations(value = 10_000, type = Integer.class)
    void boxes() {
      Object[] boxes = new Object[objects];
      for (int i = 0; i < objects; i++) {
        boxes[i] = 1000 + i;
      }
      sink = boxes;
    }

    @Test
    @MaxAllocations(value = 10_000, type = Iterator.class)
    void iterators() {
      for (int i = 0; i < objects; i++) {
        sink = names.iterator();
      }
    }

    @Test
    @MaxAllocations(value = 10_000, type = String.class)
    void splits() {
      for (int i = 0; i < objects; i++) {
        sink = "a,b".split(",");
      }
    }

    @Test
    @MaxAllocations(value = 10_000, type = int[].class)
    void copies() {
      for (int i = 0; i < objects; i++) {
        sink = numbers.clone();
      }
    }

    @Test
    @MaxAllocations(value = 10_000, packageOf = String.class)
    void ofPackage() {
      for (int i = 0; i < objects; i++) {
        sink = "a,b".split(",");
      }
    }

    @Test
    @MaxAllocations(10_000)
    void all() {
      for (int i = 0; i < objects; i++) {
        sink = "a,b".split(",");
      }
    }

    @Test
    @MaxAllocations(value = 10_000, type = String.class)
    void alternates() {
      isLong = !isLong;
      for (int i = 0; i < (isLong ? 2 : 1) * objects; i++) {
        sink = "a,b".split(",");
      }
    }
  }

  private ExecutedTests run() {
    return ExecutedTests.jupiter(
        ObjectsTestCases.class,
        "tare.lockDirectory",
        folder.toString(),
        "tare.missingWeight",
        "write");
  }

  @Test
  void moreObjectsThanTheWeightDoNotPass() throws IOException {
    run().allSucceed();
    String lock =
        Files.readString(
            folder.resolve(ObjectsTestCases.class.getName().replace('$', '.') + ".tare"));

    assertThat(lock)
        .contains("alternates(): allocated objects of type java.lang.String, not locked: ")
        .containsOnlyOnce("not locked")
        .contains("splits(): allocated objects of type java.lang.String = 40\n");
    run().allSucceed();
    objects = 70;
    assertThat(run().succeeded()).containsExactly("alternates");
  }
}
