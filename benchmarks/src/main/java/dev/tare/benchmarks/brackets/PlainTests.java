package dev.tare.benchmarks.brackets;

import org.junit.jupiter.api.Test;

/** Nobody looks at what these tests allocate. */
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
