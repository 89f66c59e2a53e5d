package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class UnweighableExceptionTests {

  @Test
  void reasonAndRemedyAreOneSentence() {
    UnweighableException exception = new UnweighableException("It failed: No space.", "make room");

    assertThat(exception).hasMessage("It failed: No space; make room");
    assertThat(exception.reason()).isEqualTo("It failed: No space");
  }
}
