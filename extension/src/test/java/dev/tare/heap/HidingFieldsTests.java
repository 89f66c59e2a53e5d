package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.heap.Footprint.ClassRow;
import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtField;
import javassist.CtNewConstructor;
import javassist.Loader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

// fields exist to be followed
@SuppressWarnings({"HidingField", "UnusedVariable"})
@Isolated("walks all that the JVM holds")
@WeavesOrWalks
class HidingFieldsTests {

  private static @Nullable Object held;

  private final ObjectGraph graph = ObjectGraph.open();

  static class Page {
    final Object text = new byte[100];
    final Object own = new char[10];
  }

  static final class Cover extends Page {
    final Object text = new byte[50];
  }

  @Test
  void profileNamesTheClassOfEachField() {
    ProfileNode root = graph.profile(new Cover());

    assertThat(root.children())
        .filteredOn(node -> !node.isShell())
        .extracting(ProfileNode::pathName)
        .containsExactly("HidingFieldsTests$Page::text", "HidingFieldsTests$Cover::text", "own");
  }

  @Test
  void rowsOfFieldsThatHideOthersAreKeptApart() {
    Footprint footprint = graph.paths(new Object[] {new Cover(), new Cover()});

    assertThat(footprint.rows())
        .extracting(ClassRow::path)
        .containsExactly(
            "[*].HidingFieldsTests$Page::text",
            "[*].HidingFieldsTests$Cover::text",
            "[*].own",
            "[*]",
            "");
  }

  @Test
  void pathFromARootNamesTheClassOfTheField() {
    Cover cover = new Cover();
    held = cover;
    try {
      assertThat(graph.pathTo(cover.text).orElseThrow().description())
          .isEqualTo(
              "static field dev.tare.heap.HidingFieldsTests.held .HidingFieldsTests$Cover::text");
      assertThat(graph.pathTo(cover.own).orElseThrow().description()).endsWith(".held .own");
    } finally {
      held = null;
    }
  }

  @Test
  void classesOfOneSimpleNameAreNamedInFull() throws Exception {
    ClassPool pool = new ClassPool(true);
    CtClass base = pool.makeClass("first.Page");
    base.addField(new CtField(pool.get("java.lang.Object"), "text", base), "new int[9]");
    base.addConstructor(CtNewConstructor.defaultConstructor(base));
    CtClass derived = pool.makeClass("second.Page", base);
    derived.addField(new CtField(pool.get("java.lang.Object"), "text", derived), "new int[3]");
    derived.addConstructor(CtNewConstructor.defaultConstructor(derived));
    Object page =
        new Loader(getClass().getClassLoader(), pool)
            .loadClass(derived.getName())
            .getConstructor()
            .newInstance();

    List<ProfileNode> children = graph.profile(page).children();

    assertThat(children)
        .extracting(ProfileNode::name)
        .contains("first.Page::text", "second.Page::text");
  }
}
