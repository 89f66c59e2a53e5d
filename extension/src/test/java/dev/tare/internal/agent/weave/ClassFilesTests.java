package dev.tare.internal.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.boot.CallRecorder;
import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javassist.bytecode.ClassFile;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.MethodParametersAttribute;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
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

  @Nested
  class ParameterNames {

    private static final String NAMED = "named";

    private final ClassLoader loader = ClassFilesTests.class.getClassLoader();

    @Test
    void lostNamesAreRestored() throws IOException {
      byte[] nameless = nameless();

      byte[] restored = ClassFiles.restoreNames(nameless, loader);

      assertThat(names(ClassFiles.read(nameless))).isNull();
      assertThat(names(ClassFiles.read(restored))).isNotNull();
    }

    @Test
    void classFileWithItsNamesIsUnchanged() throws IOException {
      byte[] bytes = ClassFiles.write(file("NamedFixture"));

      assertThat(ClassFiles.restoreNames(bytes, loader)).isSameAs(bytes);
    }

    @Test
    void classFileWithoutNamesIsUnchanged() throws IOException {
      byte[] bytes = ClassFiles.write(file("PlainFixture"));

      assertThat(ClassFiles.restoreNames(bytes, loader)).isSameAs(bytes);
    }

    @Test
    void unreadableClassFileIsUnchanged() throws IOException {
      byte[] cut = Arrays.copyOf(nameless(), 500);

      assertThat(transformed(NamedFixture.class, cut)).isSameAs(cut);
    }

    @Test
    void newlyLoadedClassIsNotTransformed() throws IOException {
      assertThat(transformed(null, nameless())).isNull();
    }

    private byte @Nullable [] transformed(@Nullable Class<?> redefined, byte[] bytes) {
      return new Retransformation().transform(loader, "some/Name", redefined, null, bytes);
    }

    private static @Nullable Object names(ClassFile file) {
      return Objects.requireNonNull(file.getMethod(NAMED))
          .getAttribute(MethodParametersAttribute.tag);
    }

    /** Returns the class file as JDK 17 passes it to a transformer. */
    private static byte[] nameless() throws IOException {
      ClassFile file = file("NamedFixture");
      List<MethodInfo> methods = file.getMethods();
      methods.forEach(method -> method.removeAttribute(MethodParametersAttribute.tag));
      return ClassFiles.write(file);
    }

    private static ClassFile file(String fixture) throws IOException {
      return Objects.requireNonNull(
          ClassFiles.beside(ClassFilesTests.class, "ClassFilesTests$" + fixture));
    }
  }

  static final class PlainFixture {

    private PlainFixture() {}
  }

  static final class NamedFixture {

    private NamedFixture() {}

    static int named(int number) {
      return number;
    }
  }
}
