package dev.tare.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.heap.ObjectGraph;
import dev.tare.heap.ObjectLayout;
import java.nio.ByteBuffer;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Sizes of common objects of the JDK: cases that articles on the size of Java objects have used
 * since 2003, on the JVM of today.
 *
 * <p>Sizes are for 12-byte headers and 4-byte references, in JVMs with up to 32 GB of heap. Where
 * they depend on the JDK's release, the tests compare.
 */
class Example38PublishedCasesTests {

  // as in every JVM, whatever its own layout
  private final ObjectGraph graph = ObjectGraph.open().withLayout(ObjectLayout.COMPRESSED);

  // tag::strings[]
  @Test
  void copyOfAStringSharesItsCharacters() {
    String name = "America/Argentina/ComodRivadavia".concat("!");
    String copy = new String(name);

    assertThat(graph.sizeOf(name)).isEqualTo(24 + 56);
    assertThat(graph.sizeOf(List.of(name, copy))).isEqualTo(24 + 24 + 24 + 56);
    assertThat(graph.sizeDelta(name, copy)).isEqualTo(24);
  }

  // end::strings[]

  // tag::lists[]
  @Test
  void linkedListOfNullsTakesSixTimesAsMuch() {
    List<Object> nulls = Collections.nCopies(1_000, null);

    assertThat(graph.sizeOf(new ArrayList<>(nulls))).isEqualTo(24 + 4_016);
    assertThat(graph.sizeOf(new LinkedList<>(nulls))).isEqualTo(32 + 24_000);
  }

  // end::lists[]

  // tag::format[]
  @Test
  void secondFormatSharesSomeOfTheFirst() {
    NumberFormat number = NumberFormat.getInstance(Locale.ROOT);
    NumberFormat percent = NumberFormat.getPercentInstance(Locale.ROOT);

    long alone = graph.sizeOf(percent);
    long beside = graph.sizeDelta(number, percent);

    assertThat(alone).isBetween(1_000L, 3_000L);
    assertThat(beside).isBetween(500L, alone - 300);
  }

  // end::format[]

  // tag::buffer[]
  @Test
  void viewsShareTheBytesOfTheirBuffer() {
    ByteBuffer buffer = ByteBuffer.allocate(100);
    Object[] views = {
      buffer.slice(), buffer.duplicate(), buffer.asReadOnlyBuffer(), buffer.asLongBuffer()
    };

    assertThat(graph.sizeOf(buffer)).isBetween(160L, 180L);
    assertThat(graph.sizeDelta(buffer, views)).isLessThan(300);
    assertThat(graph.weighingOffHeap().sizeOf(buffer)).isZero();
    assertThat(graph.weighingOffHeap().sizeOf(ByteBuffer.allocateDirect(100))).isEqualTo(100);
  }

  // end::buffer[]

  // tag::throwable[]
  @Test
  void throwableKeepsItsStack() {
    Throwable thrown = new IllegalStateException("no zone");

    assertThat(graph.shallowSizeOf(thrown)).isEqualTo(40);
    assertThat(graph.sizeOf(thrown)).isGreaterThan(500);
    assertThat(graph.contentOf(thrown)).isEqualTo("12 B header, 5 references, 1 int, 4 B padding");
  }

  // end::throwable[]
}
