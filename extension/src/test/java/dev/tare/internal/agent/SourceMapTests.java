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
  @CsvSource(
      delimiter = '|',
      value = {
        "1  | Cart.kt:1",
        "11 | Cart.kt:11",
        "12 | Cart.kt:5, inlined from Inline.kt:4",
        "14 | Cart.kt:5, inlined from Inline.kt:6",
        "15 | Cart.kt:8, inlined from _Collections.kt:1563",
        "18 | Cart.kt:8, inlined from _Collections.kt:1636",
        "19 | Cart.kt:19"
      })
  void inlinedLineHasItsCallAndItsSource(int lineNumber, String location) {
    assertThat(SourceMap.parse(KOTLIN).orElseThrow().location("Cart.kt", lineNumber))
        .isEqualTo(location);
  }

  @Test
  void lineOfAnotherLanguageIsFound() {
    String page =
        "SMAP\npage_jsp.java\nJSP\n*S JSP\n*F\n+ 0 page.jsp\npage.jsp\n*L\n1,5:50,2\n7:60\n*E\n";

    SourceMap map = SourceMap.parse(page.replace("1,5:", "1#0,5:")).orElseThrow();

    assertThat(map.location("page_jsp.java", 53)).isEqualTo("page.jsp:2");
    assertThat(map.location("page_jsp.java", 60)).isEqualTo("page.jsp:7");
    assertThat(map.location("page_jsp.java", 40)).isEqualTo("page_jsp.java:40");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "SMAP", "not a map\nat all\nKotlin\n*L\n1#1:1"})
  void otherTextIsNoMap(String text) {
    assertThat(SourceMap.parse(text)).isEmpty();
  }

  @Test
  void mapIsReadFromTheClassFile() {
    ClassFile file = new ClassFile(false, "shop.Cart", null);
    assertThat(SourceMap.of(file)).isEmpty();

    file.addAttribute(
        new AttributeInfo(file.getConstPool(), "SourceDebugExtension", KOTLIN.getBytes(UTF_8)));

    assertThat(SourceMap.of(file).orElseThrow().location("Cart.kt", 13))
        .isEqualTo("Cart.kt:5, inlined from Inline.kt:5");
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

    assertThat(SourceMap.of(loaded)).isPresent();
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
      assertThat(SourceMap.origin("shop.Cart", 13)).hasValue("Cart.kt:5, inlined from Inline.kt:5");
      assertThat(SourceMap.origin("shop.Cart", 11)).isEmpty();
    } finally {
      thread.setContextClassLoader(context);
    }
  }

  @Test
  void classesWithoutAMapOrAClassFileHaveNone() {
    assertThat(SourceMap.origin(SourceMapTests.class.getName(), 11)).isEmpty();
    assertThat(SourceMap.origin("there.is.no.such.Type", 11)).isEmpty();
  }

  private static ClassFile kotlinClass() {
    ClassFile file = new ClassFile(false, "shop.Cart", null);
    file.addAttribute(new SourceFileAttribute(file.getConstPool(), "Cart.kt"));
    return file;
  }
}
