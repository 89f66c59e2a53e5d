package dev.tare.internal.heap.hprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import dev.tare.heap.Holder.RootKind;
import dev.tare.heap.RootPath;
import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@WeavesOrWalks
class HprofReaderTests {

  private static final long OBJECT = 100;
  private static final long NODE = 101;
  private static final long ARRAY = 102;
  private static final long THREAD = 103;
  private static final long STRING = 104;
  private static final long REFERENCE = 105;
  private static final long SOFT = 106;

  private static final long TARGET = 1;

  @TempDir Path folder;

  /**
   * Returns a dump with classes, a thread with the serial number 7 that runs a method, and a
   * target.
   */
  private static HprofWriter dump(int idSize) {
    return new HprofWriter(idSize)
        .type(OBJECT, "java/lang/Object", 0, List.of(), Map.of())
        .type(NODE, "com/shop/Node", OBJECT, List.of("next", "item"), Map.of())
        .type(ARRAY, "[Lcom/shop/Node;", OBJECT, List.of(), Map.of())
        .type(THREAD, "java/lang/Thread", OBJECT, List.of("name"), Map.of())
        .type(STRING, "java/lang/String", OBJECT, List.of("value"), Map.of())
        .type(
            REFERENCE,
            "java/lang/ref/Reference",
            OBJECT,
            List.of("next", "referent", "queue"),
            Map.of())
        .type(SOFT, "java/lang/ref/SoftReference", REFERENCE, List.of(), Map.of())
        .stack(7, "com/shop/Node", "visit", "Node.java", 41)
        .string(50, STRING, "worker")
        .instance(52, THREAD, 50)
        .root(0x08, 52, 7, 7)
        .instance(TARGET, OBJECT)
        .target(TARGET);
  }

  private DumpPaths paths(byte[] dump) throws IOException {
    return DumpPaths.read(Files.write(folder.resolve("heap.hprof"), dump), HprofWriter.KEY);
  }

  private Optional<RootPath> path(HprofWriter dump) throws IOException {
    return paths(dump.end()).paths(1, false, false, 1).get(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8})
  void localVariableHasItsMethodLineAndThread(int idSize) throws IOException {
    RootPath path = path(dump(idSize).root(0x03, TARGET, 7, 0)).orElseThrow();

    assertThat(path.kind()).isEqualTo(RootKind.LOCAL_VARIABLE);
    assertThat(path.description())
        .isEqualTo("local variable in com.shop.Node.visit(Node.java:41), thread \"worker\"");
    assertThat(path.type()).isEqualTo("java.lang.Object");
    assertThat(path.onlyReference())
        .hasValue("local variable in com.shop.Node.visit(Node.java:41), thread \"worker\"");
  }

  @ParameterizedTest
  @CsvSource({
    "0x02, JNI_REFERENCE, 'JNI reference to com.shop.Node .item'",
    "0x04, JVM, 'reference of the JVM to com.shop.Node .item'",
    "0x06, JVM, 'reference of the JVM to com.shop.Node .item'",
    "0x07, MONITOR, 'monitor of com.shop.Node .item'",
    "0xFF, JVM, 'reference of the JVM to com.shop.Node .item'"
  })
  void rootsOfTheFormatAreFollowed(String tag, RootKind kind, String description)
      throws IOException {
    int number = Integer.decode(tag);
    int[] numbers =
        switch (number) {
          case 0x02 -> new int[] {7, 0};
          case 0x04, 0x06 -> new int[] {7};
          default -> new int[] {};
        };

    RootPath path =
        path(dump(8).instance(2, NODE, 0, TARGET).root(number, 2, numbers)).orElseThrow();

    assertThat(path.kind()).isEqualTo(kind);
    assertThat(path.description()).isEqualTo(description);
    assertThat(path.onlyReference()).hasValue("com.shop.Node.item");
  }

  @Test
  void globalJniReferenceIsFollowed() throws IOException {
    assertThat(path(dump(4).jniGlobal(TARGET)).map(RootPath::description))
        .hasValue("JNI reference to java.lang.Object");
  }

  @Test
  void constantsOfClassesAreRoots() throws IOException {
    HprofWriter dump =
        dump(8)
            .type(110, "com/shop/Cart", OBJECT, List.of(), Map.of("<resolved_references>", 3L))
            .array(3, ARRAY, 0, TARGET);

    assertThat(path(dump).map(RootPath::description)).hasValue("constant of com.shop.Cart [1]");
  }

  @Test
  void shortestPathIsFoundAcrossSegments() throws IOException {
    HprofWriter dump =
        dump(4)
            .instance(3, NODE, 4, 0)
            .segment()
            .array(5, ARRAY, 0, 0, 3)
            .instance(4, NODE, 6, 0)
            .segment()
            .instance(6, NODE, 3, TARGET)
            .instance(7, NODE, 0, 6)
            .type(110, "com/shop/Cart", OBJECT, List.of(), Map.of("FIRST", 5L, "SECOND", 7L));

    RootPath path = path(dump).orElseThrow();

    assertThat(path.description()).isEqualTo("static field com.shop.Cart.SECOND .item.item");
    assertThat(path.steps())
        .containsExactly(
            new RootPath.Step(".item", "com.shop.Node"),
            new RootPath.Step(".item", "java.lang.Object"));
    assertThat(path.cut()).isEqualTo(new RootPath.Cut("com.shop.Node.item", null));
  }

  @Test
  void secondHolderIsNamed() throws IOException {
    HprofWriter dump = dump(8).root(0x03, TARGET, 7, 0).instance(2, NODE, 0, TARGET).jniGlobal(2);

    assertThat(path(dump).orElseThrow().cut())
        .isEqualTo(
            new RootPath.Cut(
                "local variable in com.shop.Node.visit(Node.java:41), thread \"worker\"",
                "JNI reference to com.shop.Node .item"));
  }

  @Test
  void chainOfAnyLengthIsFollowed() throws IOException {
    HprofWriter dump = dump(8);
    int length = 100_000;
    for (int i = 0; i < length; i++) {
      dump.instance(1_000 + i, NODE, i + 1 < length ? 1_001 + i : TARGET, 0);
    }

    assertThat(path(dump.root(0x07, 1_000)).orElseThrow().steps()).hasSize(length);
  }

  @Test
  void softReferenceIsFollowedOnRequest() throws IOException {
    DumpPaths paths = paths(dump(8).instance(2, SOFT, 0, TARGET, 0).root(0x07, 2).end());

    assertThat(paths.paths(1, false, false, 0)).containsExactly(Optional.empty());
    assertThat(paths.paths(1, false, true, 0).get(0).map(RootPath::description))
        .hasValue("monitor of java.lang.ref.SoftReference .referent");
  }

  @Test
  void objectThatNothingHoldsHasNoPath() throws IOException {
    assertThat(path(dump(8).instance(2, NODE, 0, TARGET))).isEmpty();
  }

  @Test
  void otherFilesAreRefused() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> paths("JAVA PROFILE 1.0.1\0        ".getBytes(StandardCharsets.US_ASCII)))
        .withMessage("it is not in the format JAVA PROFILE 1.0.2");
  }

  @Test
  void truncatedDumpIsRefusedWhereverItEnds() {
    byte[] complete = dump(8).root(0x03, TARGET, 7, 0).end();

    for (int length = 0; length < complete.length; length++) {
      byte[] part = Arrays.copyOf(complete, length);
      assertThatExceptionOfType(IOException.class)
          .as("%d bytes", length)
          .isThrownBy(() -> paths(part));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void damagedDumpThrowsNothingButIOException(long seed) {
    byte[] complete =
        dump(8).instance(2, NODE, 0, TARGET).array(3, ARRAY, 2, 2).root(0x03, 3, 7, 0).end();
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < 300; i++) {
      byte[] damaged = complete.clone();
      damaged[random.nextInt(complete.length)] = (byte) random.nextInt();
      try {
        assertThat(paths(damaged).paths(1, true, true, 1)).hasSize(1);
      } catch (IOException e) {
        refused++;
      } catch (RuntimeException e) {
        fail("seed " + seed + ", dump " + i, e);
      }
    }
    assertThat(refused).as("seed %d", seed).isPositive();
  }
}
