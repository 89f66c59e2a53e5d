package dev.tare.benchmarks.brackets;

import dev.tare.allocation.MaxAllocatedBytes;
import org.junit.jupiter.api.Test;

/** The tests with a limit of Tare's, each of which calls its body seven times. */
class BracketTareTests {

  @Test
  @MaxAllocatedBytes("1 MB")
  void empty() {}

  @Test
  @MaxAllocatedBytes("1 MB")
  void array() {
    Work.array();
  }

  @Test
  @MaxAllocatedBytes("1 MB")
  void list() {
    Work.list();
  }

  @Test
  @MaxAllocatedBytes("1 MB")
  void strings() {
    Work.strings();
  }

  @Test
  @MaxAllocatedBytes("1 MB")
  void stream() {
    Work.stream();
  }
}
