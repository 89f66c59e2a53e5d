package dev.tare.benchmarks.brackets;

import dev.tare.allocation.MaxAllocatedBytes;
import org.junit.jupiter.api.Test;

/** The tests with a limit of Tare's, which call their bodies once. */
class TareOnceTests {

  @Test
  @MaxAllocatedBytes(value = "1 MB", runs = 1, warmups = 0)
  void empty() {}

  @Test
  @MaxAllocatedBytes(value = "1 MB", runs = 1, warmups = 0)
  void array() {
    Work.array();
  }

  @Test
  @MaxAllocatedBytes(value = "1 MB", runs = 1, warmups = 0)
  void list() {
    Work.list();
  }

  @Test
  @MaxAllocatedBytes(value = "1 MB", runs = 1, warmups = 0)
  void strings() {
    Work.strings();
  }

  @Test
  @MaxAllocatedBytes(value = "1 MB", runs = 1, warmups = 0)
  void stream() {
    Work.stream();
  }
}
