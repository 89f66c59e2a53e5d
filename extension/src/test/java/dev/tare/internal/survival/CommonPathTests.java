package dev.tare.internal.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.heap.RootPath;
import dev.tare.heap.RootPath.RootKind;
import dev.tare.heap.RootPath.Step;
import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@WeavesOrWalks
class CommonPathTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # an array of a list, and a map
          java.util.ArrayList | .elementData java.lang.Object[] [3] a.Item | .elementData[*]
          a.Map               | .table a.Entry[] [7] a.Entry .value a.Item | .table[*].value
          a.Item              |                                            |
          # links of a list: the JDK's, and one of the application
          java.util.LinkedList | .first java.util.LinkedList$Node .next java.util.LinkedList$Node .item a.Item | .first.item
          a.Chain              | .head a.Node .next a.Node .next a.Node .item a.Item                           | .head.item
          a.Chain              | .head a.Node                                                                  | .head
          a.Chain              | .head a.Node .next a.Node                                                     | .head
          a.Node               | .next a.Node .next a.Node                                                     |
          # a tree with lists of children
          a.Node | .children java.util.ArrayList .elementData java.lang.Object[] [1] a.Node .item a.Item | ... .item
          a.Tree | .root a.Node .nodes a.Node[] [1] a.Node .nodes a.Node[] [2] a.Node                    | .root ...
          # a chain of several classes
          a.Tree | .root a.And .left a.Or .right a.And .left a.Or .item a.Item | .root ... .left.item
          # arrays and maps within others are no links
          java.lang.Object[] | [0] java.lang.Object[] [1] a.Item | [*][*]
          java.util.HashMap | .table java.util.HashMap$Node[] [1] java.util.HashMap$Node .value java.util.HashMap .table java.util.HashMap$Node[] [2] java.util.HashMap$Node .value a.Item | .table[*].value.table[*].value
          """)
  void pathsWithoutIndexesAndLinksAreEqual(
      String root, @Nullable String references, @Nullable String expected) {
    RootPath path =
        new RootPath(RootKind.STATIC_FIELD, "a.Root.FIELD", root, steps(references), null);

    assertThat(CommonPath.of(path))
        .isEqualTo(("static field a.Root.FIELD " + (expected == null ? "" : expected)).strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          THREAD     | "pool-1-thread-7" | thread "pool-1-thread-*"
          THREAD     | "main"            | thread "main"
          THREAD     | #31               | thread #*
          EXTRA_ROOT | a.BTests          | test object a.BTests
          """)
  void threadNumbersAreLeftOut(RootKind kind, String root, String expected) {
    assertThat(CommonPath.of(new RootPath(kind, root, "java.lang.Thread", List.of(), null)))
        .isEqualTo(expected);
  }

  private static List<Step> steps(@Nullable String references) {
    if (references == null) {
      return List.of();
    }
    String[] words = references.split(" ", -1);
    return IntStream.range(0, words.length / 2)
        .mapToObj(i -> new Step(words[2 * i], words[2 * i + 1]))
        .toList();
  }
}
