package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.NoAllocation;
import dev.tare.extension.MeasuredBy;
import java.lang.reflect.Method;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestTemplate;

/** Checks the cached search for annotations of methods. */
class AnnotationPresenceTests {

  private final AnnotationPresence marks = new AnnotationPresence();

  @Test
  void methodsWithDifferentAnnotationsAreDistinguished() throws NoSuchMethodException {
    assertThat(marks.isPresent(method("plain"), Test.class)).isTrue();
    assertThat(marks.isPresent(method("repeated"), Test.class)).isFalse();
    assertThat(marks.isPresent(method("bare"), Test.class)).isFalse();
    assertThat(marks.isPresent(method("alike"), Test.class)).isTrue();
  }

  @Test
  void metaAnnotationsAreFound() throws NoSuchMethodException {
    assertThat(marks.isPresent(method("repeated"), TestTemplate.class)).isTrue();
    assertThat(marks.isPresent(method("limited"), MeasuredBy.class)).isTrue();
    assertThat(marks.isPresent(method("limited"), TestTemplate.class)).isFalse();
    assertThat(marks.isPresent(method("limited"), MaxAllocatedBytes.class)).isTrue();
  }

  private static Method method(String name) throws NoSuchMethodException {
    return MarkedTestCases.class.getDeclaredMethod(name);
  }

  static class MarkedTestCases {
    @Test
    void plain() {}

    @Test
    void alike() {}

    @RepeatedTest(2)
    void repeated() {}

    @NoAllocation
    void limited() {}

    void bare() {}
  }
}
