package dev.tare.benchmarks.brackets;

import org.junit.jupiter.api.Test;
import org.quickperf.junit5.QuickPerfTest;
import org.quickperf.jvm.allocation.AllocationUnit;
import org.quickperf.jvm.annotations.ExpectMaxHeapAllocation;

/** The tests with a limit of QuickPerf's, which runs each in a JVM of its own. */
@QuickPerfTest
class QuickPerfTests {

  @Test
  @ExpectMaxHeapAllocation(value = 1_000_000, unit = AllocationUnit.BYTE)
  void empty() {}

  @Test
  @ExpectMaxHeapAllocation(value = 1_000_000, unit = AllocationUnit.BYTE)
  void array() {
    Work.array();
  }

  @Test
  @ExpectMaxHeapAllocation(value = 1_000_000, unit = AllocationUnit.BYTE)
  void list() {
    Work.list();
  }

  @Test
  @ExpectMaxHeapAllocation(value = 1_000_000, unit = AllocationUnit.BYTE)
  void strings() {
    Work.strings();
  }

  @Test
  @ExpectMaxHeapAllocation(value = 1_000_000, unit = AllocationUnit.BYTE)
  void stream() {
    Work.stream();
  }
}
