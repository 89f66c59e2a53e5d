package dev.tare.internal.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javassist.bytecode.ClassFile;
import javassist.bytecode.FieldInfo;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.MethodParametersAttribute;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class IdentityTransformerTests {

  private static final String NAMED = "named";

  private final ClassLoader loader = IdentityTransformerTests.class.getClassLoader();
  private final IdentityTransformer transformer = new IdentityTransformer();
  private final byte[] nameless = nameless();

  @Test
  void parameterNamesAreRestored() throws IOException {
    byte[] restored =
        Objects.requireNonNull(transformed(transformer, NamedFixture.class, nameless));

    assertThat(names(ClassFiles.read(nameless))).isNull();
    assertThat(names(ClassFiles.read(restored))).isNotNull();
  }

  @Test
  void sameClassFileIsParsedOnce() {
    byte[] restored =
        Objects.requireNonNull(transformed(transformer, NamedFixture.class, nameless));

    assertThat(transformed(transformer, NamedFixture.class, nameless.clone())).isSameAs(restored);
  }

  @Test
  void redefinedClassIsParsedAgain() throws IOException {
    byte[] restored =
        Objects.requireNonNull(transformed(transformer, NamedFixture.class, nameless));
    ClassFile other = ClassFiles.read(nameless);
    other.addField2(new FieldInfo(other.getConstPool(), "added", "I"));

    byte[] again =
        Objects.requireNonNull(
            transformed(transformer, NamedFixture.class, ClassFiles.write(other)));

    assertThat(again).isNotEqualTo(restored);
    assertThat(ClassFiles.read(again).getFields()).hasSize(1);
    assertThat(names(ClassFiles.read(again))).isNotNull();
  }

  @Test
  void newlyLoadedClassIsNotTransformed() {
    assertThat(transformed(transformer, null, nameless)).isNull();
  }

  @Test
  void classWithoutNamesIsUnchanged() {
    byte[] bytes = bytes("PlainFixture");

    assertThat(transformed(transformer, PlainFixture.class, bytes)).isSameAs(bytes);
  }

  @Test
  void unreadableClassFileIsUnchanged() {
    byte[] cut = Arrays.copyOf(nameless, nameless.length / 2);

    assertThat(transformed(transformer, NamedFixture.class, cut)).isSameAs(cut);
  }

  private byte @Nullable [] transformed(
      IdentityTransformer transformer, @Nullable Class<?> redefined, byte[] bytes) {
    return transformer.transform(loader, "some/Name", redefined, null, bytes);
  }

  private static @Nullable Object names(ClassFile file) {
    return Objects.requireNonNull(file.getMethod(NAMED))
        .getAttribute(MethodParametersAttribute.tag);
  }

  /** Returns the class file as JDK 17 passes it to a transformer. */
  private static byte[] nameless() {
    try {
      ClassFile file = file("NamedFixture");
      List<MethodInfo> methods = file.getMethods();
      methods.forEach(method -> method.removeAttribute(MethodParametersAttribute.tag));
      return ClassFiles.write(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] bytes(String fixture) {
    try {
      return ClassFiles.write(file(fixture));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ClassFile file(String fixture) throws IOException {
    return Objects.requireNonNull(
        ClassFiles.beside(IdentityTransformerTests.class, "IdentityTransformerTests$" + fixture));
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
