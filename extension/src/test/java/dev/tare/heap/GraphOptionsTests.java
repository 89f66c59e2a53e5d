package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.heap.Footprint.ExcludedObjects;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.SlowAfterOthers;
import dev.tare.unit.Count;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.ref.PhantomReference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

// fields exist to be measured
@SuppressWarnings("UnusedVariable")
@Isolated
@SlowAfterOthers
class GraphOptionsTests {

  private static final Oracle ORACLE = new Oracle();

  private final ObjectGraph graph = ObjectGraph.open();

  static class Page {
    final Object text = new byte[100];
    @Nullable Object book = new byte[1000];
  }

  static class Cover extends Page {
    final Object picture = new byte[50];
  }

  static final class Marked {
    final Object own = new byte[100];
    @NotFollowed final Object owner = new byte[1000];
    @NotFollowed final long primitive = 1;
  }

  /** An annotation that production code declares by itself. */
  private static final class Production {
    @Retention(RetentionPolicy.RUNTIME)
    @interface NotFollowed {}
  }

  static final class OwnMark {
    final Object own = new byte[100];
    @Production.NotFollowed final Object owner = new byte[1000];
    final OwnMarkedType log = new OwnMarkedType();
  }

  @Production.NotFollowed
  static final class OwnMarkedType {
    final Object lines = new byte[1000];
  }

  @NotFollowed
  interface Service {}

  @NotFollowed
  static class Pool {
    final Object connections = new byte[1000];
  }

  static final class SmallPool extends Pool implements Service {}

  static final class Implementation implements Service {
    final Object inside = new byte[1000];
  }

  private static Object requireBook(Page page) {
    return Objects.requireNonNull(page.book);
  }

  /** Returns the figure of every method, which must all agree. */
  private static Map<String, Long> figures(ObjectGraph graph, Object value) {
    Map<String, Long> figures = new TreeMap<>();
    figures.put("sizeOf", graph.sizeOf(value));
    figures.put("sizeDelta", graph.sizeDelta(new Object(), value));
    figures.put("footprint", graph.footprint(value).size().bytes());
    figures.put("paths", graph.paths(value).size().bytes());
    figures.put("retained", graph.retained(value).retained().size().bytes());
    figures.put("profile", graph.profile(value).size());
    figures.put("dominated", graph.profile(value).retainedSize());
    return figures;
  }

  private static void assertFigures(ObjectGraph graph, Object value, Object... counted) {
    assertThat(figures(graph, value).values())
        .as("%s", figures(graph, value))
        .containsOnly(Arrays.stream(counted).mapToLong(ORACLE::shallowSizeOf).sum());
  }

  @Nested
  class Fields {

    @Test
    void excludedFieldsAreNotFollowed() {
      Cover cover = new Cover();

      assertFigures(
          graph.withoutFields(Page.class, "book"), cover, cover, cover.text, cover.picture);
      assertFigures(
          graph.withoutFields(field -> field.getName().endsWith("e")).withoutFields(Page.class),
          cover,
          cover,
          cover.text,
          requireBook(cover));
      assertFigures(graph, cover, cover, cover.text, cover.picture, requireBook(cover));
    }

    @Test
    void targetsOfExcludedFieldsCountOnOtherPaths() {
      Page page = new Page();
      Object[] value = {page, page.book};

      assertFigures(
          graph.withoutFields(Page.class, "book"),
          value,
          value,
          page,
          page.text,
          requireBook(page));
    }

    @Test
    void annotatedFieldsAreNotFollowed() {
      Marked marked = new Marked();

      assertFigures(graph, marked, marked, marked.own);
    }

    @Test
    void annotationOfTheSameNameMarksFieldsAndTypes() {
      OwnMark marked = new OwnMark();

      assertFigures(graph, marked, marked, marked.own);
    }

    @Test
    void unfollowedFieldsAreNamed() {
      Object[] value = {new Marked(), new Cover()};
      ObjectGraph cut = graph.withoutFields(Page.class, "book");
      String[] names = {
        Page.class.getTypeName() + ".book", Marked.class.getTypeName() + ".owner",
      };

      assertThat(cut.footprint(value).unfollowed()).containsExactlyInAnyOrder(names);
      assertThat(cut.paths(value).unfollowed()).containsExactlyInAnyOrder(names);
      assertThat(cut.footprint(new Object()).unfollowed()).isEmpty();
    }

    @Test
    void unknownFieldsAreRefused() {
      assertThatThrownBy(() -> graph.withoutFields(Cover.class, "book"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              Cover.class.getTypeName()
                  + " declares no instance field book that holds a reference");
      assertThatThrownBy(() -> graph.withoutFields(Marked.class, "primitive"))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> graph.withoutFields(GraphOptionsTests.class, "ORACLE"))
          .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void excludedFieldsOfOtherObjectsStillShare() {
      Marked holder = new Marked();
      Object[] value = {holder.owner};

      RetainedFootprint retention = graph.retained(value, holder);

      assertThat(retention.retained().size().bytes()).isEqualTo(ORACLE.shallowSizeOf(value));
    }
  }

  @Nested
  class Types {

    @Test
    void annotatedTypesAndTheirSubtypesAreNotFollowed() {
      Object[] value = {new Pool(), new SmallPool(), new Implementation(), new Pool[1]};
      Object[] pools = (Object[]) value[3];
      pools[0] = new SmallPool();

      assertFigures(graph, value, value, pools);
      assertThat(graph.footprint(value).excluded())
          .containsExactly(
              new ExcludedObjects(Implementation.class.getTypeName(), new Count(1)),
              new ExcludedObjects(Pool.class.getTypeName(), new Count(1)),
              new ExcludedObjects(SmallPool.class.getTypeName(), new Count(2)));
    }

    @Test
    void valuesOfAnAnnotatedTypeAreSized() {
      Implementation value = new Implementation();

      assertFigures(graph, value, value, value.inside);
    }

    @Test
    void excludedTypesAreIgnored() {
      Object[] value = {new Page(), new Cover(), new int[1]};

      assertFigures(graph.ignoring(Page.class, Page.class), value, value, value[2]);
    }
  }

  @Nested
  class Referents {

    @Test
    void referentsOfANamedKindAreFollowed() {
      byte[] referent = new byte[1000];
      SoftReference<byte[]> soft = new SoftReference<>(referent);
      WeakReference<byte[]> weak = new WeakReference<>(referent);
      PhantomReference<byte[]> phantom = new PhantomReference<>(referent, null);

      assertReferent(SoftReference.class, soft, weak, referent);
      assertReferent(WeakReference.class, weak, phantom, referent);
      assertReferent(PhantomReference.class, phantom, soft, referent);
    }

    private void assertReferent(Class<?> kind, Object reference, Object other, Object referent) {
      ObjectGraph following = graph.withReferentsOf(kind);
      Map<String, Long> expected = figures(graph, reference);
      expected.replaceAll((method, bytes) -> bytes + ORACLE.shallowSizeOf(referent));

      assertThat(figures(following, reference)).isEqualTo(expected);
      assertThat(figures(following, other)).isEqualTo(figures(graph, other));
    }

    @Test
    void referentsOfSeveralKindsAreFollowed() {
      int[] one = new int[9];
      int[] other = new int[99];
      Object[] value = {new WeakReference<>(one), new SoftReference<>(other)};
      Map<String, Long> expected = figures(graph, value);
      expected.replaceAll(
          (method, bytes) -> bytes + ORACLE.shallowSizeOf(one) + ORACLE.shallowSizeOf(other));

      ObjectGraph following =
          graph.withReferentsOf(WeakReference.class).withReferentsOf(SoftReference.class);

      assertThat(figures(following, value)).isEqualTo(expected);
    }

    @Test
    void referentsAppearInPaths() {
      Object referent = new byte[100];
      Object[] weak = {new WeakReference<>(referent)};

      assertThat(graph.withReferentsOf(WeakReference.class).paths(weak).rows())
          .extracting(Footprint.ClassRow::path)
          .contains("[*].referent");
    }

    @Test
    void referentsAreRefusedUnderAConcurrentCollector() {
      ChildJvm child =
          ChildJvm.run(
              List.of("-XX:+UseZGC", "-XX:+EnableDynamicAgentLoading"), ReferentsProbe.class);

      assertThat(child.out())
          .isEqualTo(
              "referents cannot be followed under ZGC; run with -XX:+UseG1GC, or do not follow them");
    }

    @Test
    void otherReferenceClassesAreRefused() {
      assertThatThrownBy(() -> graph.withReferentsOf(java.lang.ref.Reference.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "java.lang.ref.Reference: use SoftReference, WeakReference or PhantomReference");
    }
  }
}
