package dev.tare.internal.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.weave.ClassWeaver;
import dev.tare.internal.agent.weave.ParameterNames;
import dev.tare.testing.WeavesOrWalks;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import javassist.bytecode.AttributeInfo;
import javassist.bytecode.ClassFile;
import javassist.bytecode.SourceFileAttribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@WeavesOrWalks
class SourceMapTests {

  // as kotlinc 2.1.21 writes it for a method of Cart.kt that calls inline functions
  private static final String KOTLIN =
      """
      SMAP
      Cart.kt
      Kotlin
      *S Kotlin
      *F
      + 1 Cart.kt
      shop/Cart
      + 2 Inline.kt
      shop/InlineKt
      + 3 _Collections.kt
      kotlin/collections/CollectionsKt___CollectionsKt
      *L
      1#1,11:1
      4#2,3:12
      1563#3:15
      1634#3,3:16
      *S KotlinDebug
      *F
      + 1 Cart.kt
      shop/Cart
      *L
      5#1:12,3
      8#1:15
      8#1:16,3
      *E
      """;

  @ParameterizedTest
  @CsvSource({"1, false", "11, false", "12, true", "18, true"})
  void linesOfInlinedCodeAreBeyondTheFile(int lineNumber, boolean isBeyond) {
    assertThat(SourceMap.isBeyondFile(withMap(KOTLIN), lineNumber)).isEqualTo(isBeyond);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "SMAP",
        "not a map\nat all\nKotlin\n*L\n1#1:1",
        "SMAP\npage_jsp.java\nJSP\n*S JSP\n*F\n+ 0 page.jsp\npage.jsp\n*L\n1,5:50,2\n7:60\n*E\n"
      })
  void otherTextHasNoEndOfTheFile(String text) {
    assertThat(SourceMap.isBeyondFile(withMap(text), 1_000)).isFalse();
  }

  private static ClassFile withMap(String text) {
    ClassFile file = new ClassFile(false, "shop.Cart", null);
    file.addAttribute(
        new AttributeInfo(file.getConstPool(), "SourceDebugExtension", text.getBytes(UTF_8)));
    return file;
  }

  @Test
  void mapThatTheJvmDroppedIsReadFromTheDisk() throws IOException {
    ClassFile onDisk = kotlinClass();
    onDisk.addAttribute(
        new AttributeInfo(onDisk.getConstPool(), "SourceDebugExtension", KOTLIN.getBytes(UTF_8)));
    byte[] bytes = ClassWeaver.write(onDisk);
    ClassLoader loader =
        new ClassLoader() {
          @Override
          public InputStream getResourceAsStream(String name) {
            return new ByteArrayInputStream(bytes);
          }
        };
    ClassFile loaded = kotlinClass();

    ParameterNames.restore(loaded, loader);

    assertThat(SourceMap.isBeyondFile(loaded, 12)).isTrue();
  }

  @Test
  void lineOfAStackFrameIsFoundByTheContextClassLoader() throws IOException {
    ClassFile onDisk = kotlinClass();
    onDisk.addAttribute(
        new AttributeInfo(onDisk.getConstPool(), "SourceDebugExtension", KOTLIN.getBytes(UTF_8)));
    byte[] bytes = ClassWeaver.write(onDisk);
    Thread thread = Thread.currentThread();
    ClassLoader context = thread.getContextClassLoader();
    thread.setContextClassLoader(
        new ClassLoader() {
          @Override
          public InputStream getResourceAsStream(String name) {
            assertThat(name).isEqualTo("shop/Cart.class");
            return new ByteArrayInputStream(bytes);
          }
        });
    try {
      assertThat(SourceMap.isBeyondFile("shop.Cart", 13)).isTrue();
      assertThat(SourceMap.isBeyondFile("shop.Cart", 11)).isFalse();
    } finally {
      thread.setContextClassLoader(context);
    }
  }

  @Test
  void classesWithoutAMapOrAClassFileHaveNone() {
    assertThat(SourceMap.isBeyondFile(SourceMapTests.class.getName(), 1_000)).isFalse();
    assertThat(SourceMap.isBeyondFile("there.is.no.such.Type", 11)).isFalse();
  }

  private static ClassFile kotlinClass() {
    ClassFile file = new ClassFile(false, "shop.Cart", null);
    file.addAttribute(new SourceFileAttribute(file.getConstPool(), "Cart.kt"));
    return file;
  }
}
