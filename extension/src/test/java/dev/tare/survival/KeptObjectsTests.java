package dev.tare.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess.Granted;
import dev.tare.testing.WeavesOrWalks;
import java.lang.instrument.Instrumentation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the bytes that a failure says an object keeps with sizes from the JVM. */
@SuppressWarnings("UnusedVariable") // fields that only the walk reads
@Isolated("other tests' walks hold objects for a moment")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@WeavesOrWalks
class KeptObjectsTests {

  private static final Pattern KEEPS =
      Pattern.compile("\n  keeps       (?:.*\\()?([\\d,]+) B\\)? in ([\\d,]+) objects that would");

  /** Random graph; another holder reaches a part of it. */
  private record Graph(Part released, Part alsoHeld) {

    /** Returns a graph of 300 parts, each of which refers to three others at most. */
    static Graph of(long seed) {
      Random random = new Random(seed);
      List<Part> parts = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        Object[] others = new Object[random.nextInt(4)];
        for (int j = 0; j < others.length && i > 0; j++) {
          others[j] = parts.get(random.nextInt(i));
        }
        parts.add(new Part(others, new byte[random.nextInt(100)], i));
      }
      Part root = new Part(parts.subList(250, 300).toArray(), new byte[0], 0);
      return new Graph(root, parts.get(200));
    }

    /** Returns the objects that only {@code released} reaches. */
    Set<Object> kept() {
      Set<Object> kept = reachable(released);
      kept.removeAll(reachable(alsoHeld));
      return kept;
    }

    private static Set<Object> reachable(Object from) {
      Set<Object> reached = Collections.newSetFromMap(new IdentityHashMap<>());
      Deque<Object> open = new ArrayDeque<>(List.of(from));
      while (!open.isEmpty()) {
        Object object = open.remove();
        if (!reached.add(object)) {
          continue;
        }
        if (object instanceof Part part) {
          open.add(part.others);
          open.add(part.content);
        } else if (object instanceof Object[] array) {
          for (Object element : array) {
            if (element != null) {
              open.add(element);
            }
          }
        }
      }
      return reached;
    }
  }

  /** Compared by identity, unlike a record. */
  private static final class Part {
    private final Object[] others;
    private final byte[] content;
    private final int number;

    Part(Object[] others, byte[] content, int number) {
      this.others = others;
      this.content = content;
      this.number = number;
    }

    @Override
    public String toString() {
      return "part " + number;
    }
  }

  private static @Nullable Part registry;
  private static @Nullable Part other;

  private final ExecutedTests tests = ExecutedTests.jupiter(KeepingTestCases.class);

  @AfterAll
  static void forget() {
    registry = null;
    other = null;
  }

  static List<Long> seeds() {
    return List.of(1L, 2L, 3L);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void objectKeepsWhatOnlyItReaches(long seed) {
    Set<Object> kept = Graph.of(seed).kept();
    Instrumentation jvm = ((Granted) Agent.access()).instrumentation();

    String message = String.valueOf(tests.failure(String.valueOf(seed)).getMessage());

    Matcher keeps = KEEPS.matcher(message);
    assertThat(keeps.find()).as(message).isTrue();
    assertThat(number(keeps.group(1))).isEqualTo(kept.stream().mapToLong(jvm::getObjectSize).sum());
    assertThat(number(keeps.group(2))).isEqualTo(kept.size());
  }

  private static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  static class KeepingTestCases {

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.tare.survival.KeptObjectsTests#seeds")
    void keeps(long seed, @MustBeCollected Released<Part> released) {
      Graph graph = Graph.of(seed);
      registry = graph.released();
      other = graph.alsoHeld();
      released.letGo(graph.released());
    }
  }
}
