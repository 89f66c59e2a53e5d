package dev.tare.engine;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.ValueSource;

/** Three measured tests and no Jupiter test. */
class OnlySelectedTestCases {

  @Counted
  @Tag("fast")
  Object only() {
    return this;
  }

  @Counted
  @ValueSource(ints = {1, 2})
  Object some(int number) {
    return number;
  }
}
