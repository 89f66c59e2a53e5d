package dev.tare.engine;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.ValueSource;

/** Five measured tests among ordinary ones. */
class SelectedTestCases {

  @Counted
  Object one() {
    return this;
  }

  @Counted
  @Tag("fast")
  Object two() {
    return this;
  }

  @Counted
  @ValueSource(ints = {1, 2})
  Object several(int number) {
    return number;
  }

  @Test
  void ordinary() {}

  @Test
  @Counted
  void bracketed() {}

  @Nested
  class Inner {
    @Counted
    Object inner() {
      return this;
    }
  }
}
