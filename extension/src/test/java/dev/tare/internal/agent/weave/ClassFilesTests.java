package dev.tare.internal.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.boot.CallRecorder;
import dev.tare.testing.WeavesOrWalks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@WeavesOrWalks
class ClassFilesTests {

  private static final String CONSTANT = "a constant of this class";

  @Test
  void returnedConstantsAreInterned() {
    assertThat(ClassFiles.internConstants(getClass(), "ClassFilesTests"))
        .filteredOn(text -> text.equals(CONSTANT))
        .singleElement()
        .isSameAs(CONSTANT);
  }

  @Test
  void missingClassHasNoConstants() {
    assertThat(ClassFiles.internConstants(Object.class, "Missing")).isEmpty();
  }

  /**
   * The JVM might create constants while bytes are recorded. The empty text exists in every JVM.
   */
  @ParameterizedTest
  @ValueSource(strings = {"CallRecorder", "CallTree", "ThreadCalls"})
  void recordersOfBytesHaveNoConstants(String recorder) {
    assertThat(CallRecorder.class.getResource(recorder + ".class")).isNotNull();
    assertThat(ClassFiles.internConstants(CallRecorder.class, recorder)).allMatch(String::isEmpty);
  }
}
