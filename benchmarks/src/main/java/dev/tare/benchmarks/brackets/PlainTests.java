package dev.tare.benchmarks.brackets;

import org.junit.jupiter.api.Test;

/** Tests without a limit on allocation. */
class PlainTests {

  @Test
  void empty() {}

  @Test
  void array() {
    Work.array();
  }

  @Test
  void list() {
    Work.list();
  }

  @Test
  void strings() {
    Work.strings();
  }

  @Test
  void stream() {
    Work.stream();
  }
}
