package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.tare.heap.Footprint.Row;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.unit.Count;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class RetentionTests {

  private static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();

  private static final ClassValue<Map<String, Object>> OF_CLASS =
      new ClassValue<>() {
        @Override
        protected Map<String, Object> computeValue(Class<?> type) {
          return new HashMap<>();
        }
      };

  private static final List<Object> REGISTRY = new ArrayList<>();

  private final ObjectGraph graph = ObjectGraph.open();
  private final List<Object> field = new ArrayList<>();

  @AfterEach
  void forget() {
    REGISTRY.clear();
    LOCAL.remove();
    OF_CLASS.get(RetentionTests.class).clear();
  }

  private void sharesAllButTheArray(Object[] value, Retention retention) {
    assertThat(retention.retained().objects()).isEqualTo(new Count(1));
    assertThat(retention.retained().size().bytes()).isEqualTo(graph.shallowSizeOf(value));
    assertThat(retention.shared().size().bytes()).isEqualTo(graph.sizeOf(value[0]));
    assertThat(retention.reachable().bytes()).isEqualTo(graph.sizeOf(value));
    assertThat(retention.unread()).isEmpty();
  }

  @Test
  void countsEverythingThatNobodyElseHolds() {
    Object[] value = {new int[100], List.of(new Object(), new long[3])};

    Retention retention = graph.retained(value);

    assertThat(retention.retained()).isEqualTo(graph.paths(value));
    assertThat(retention.shared().objects()).isEqualTo(new Count(0));
  }

  @Test
  void takesOffWhatAStaticHolds() {
    int[] shared = new int[100];
    REGISTRY.add(shared);
    Object[] value = {shared};

    sharesAllButTheArray(value, graph.retained(value));
  }

  @Test
  void takesOffWhatAThreadHolds() {
    int[] shared = new int[100];
    LOCAL.set(shared);
    Object[] value = {shared};

    sharesAllButTheArray(value, graph.retained(value));
  }

  @Test
  void takesOffWhatHangsOnAClass() {
    int[] shared = new int[100];
    OF_CLASS.get(RetentionTests.class).put("shared", shared);
    Object[] value = {shared};

    sharesAllButTheArray(value, graph.retained(value));
  }

  @Test
  void takesOffWhatAHolderGivenByTheCallerHolds() {
    int[] shared = new int[100];
    field.add(shared);
    Object[] value = {shared};

    sharesAllButTheArray(value, graph.retained(value, this));
    assertThat(graph.retained(value).shared().objects()).isEqualTo(new Count(0));
  }

  @Test
  void countsTheValueWhoeverHoldsIt() {
    Object[] value = {new int[100]};
    REGISTRY.add(value);
    LOCAL.set(List.of(value, value));
    field.add(value);

    Retention retention = graph.retained(value, this);

    assertThat(retention.retained()).isEqualTo(graph.paths(value));
  }

  @Test
  void countsAValueThatHoldsItsOwnHolder() {
    List<Object> value = new ArrayList<>();
    field.add(value);
    value.add(this);
    value.add(new int[10]);

    Retention retention = graph.retained(value, this);

    assertThat(retention.retained().byClass().rows())
        .extracting(Row::type)
        .containsExactlyInAnyOrder("java.util.ArrayList", "java.lang.Object[]", "int[]");
    assertThat(retention.shared().rows())
        .extracting(Row::type)
        .contains(RetentionTests.class.getTypeName());
  }

  @Test
  void namesThePathsOfWhatIsShared() {
    REGISTRY.add(new int[100]);
    Object value = Map.of(new Object(), List.of(REGISTRY.get(0), new long[3]));

    Retention retention = graph.retained(value);

    assertThat(retention.shared().rows())
        .extracting(Row::type, Row::path)
        .containsExactly(tuple("int[]", "v0.e0"));
    assertThat(retention.retained().rows())
        .extracting(Row::type, Row::path)
        .contains(tuple("long[]", "v0.e1"));
  }

  /**
   * The JVM's own count of live objects, before and after a value is dropped, in a JVM of its own.
   */
  @Test
  void agreesWithTheHistogramOfLiveObjects() {
    ChildJvm child = ChildJvm.run(List.of("-XX:+EnableDynamicAgentLoading"), HistogramProbe.class);

    assertThat(child.err()).isEmpty();
    Map<String, Long> figures = new HashMap<>();
    child
        .out()
        .lines()
        .map(line -> line.split(" "))
        .forEach(pair -> figures.put(pair[0], Long.valueOf(pair[1])));
    long retained = figures.getOrDefault("retained", 0L);
    assertThat(retained).isGreaterThan(2_000_000);
    assertThat(figures.get("reachable")).isGreaterThan(retained + 1_000_000);
    // the histogram itself, and threads of the JVM, allocate a little
    assertThat(figures.get("freed")).isCloseTo(retained, within(2_000L));
    String orders = HistogramProbe.Order.class.getName();
    assertThat(figures.get("retained:" + orders)).isPositive();
    assertThat(figures.get("freed:" + orders)).isEqualTo(figures.get("retained:" + orders));
    // the JVM itself has maps, which may have grown by an entry
    String nodes = "java.util.HashMap$Node";
    long retainedNodes = figures.getOrDefault("retained:" + nodes, 0L);
    assertThat(retainedNodes).isPositive();
    assertThat(figures.get("freed:" + nodes)).isCloseTo(retainedNodes, within(200L));
  }
}
