package dev.tare.heap;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@WeavesOrWalks
class ProfileTests {

  private static final Oracle ORACLE = new Oracle();

  private final ObjectGraph graph = ObjectGraph.open();

  record Pair(@Nullable Object left, @Nullable Object right) {}

  /** Returns a node and its descendants by their objects, each of which is visited once. */
  private static IdentityHashMap<Object, ProfileNode> nodes(ProfileNode root) {
    IdentityHashMap<Object, ProfileNode> nodes = new IdentityHashMap<>();
    root.traverse(
        node -> true,
        node -> {
          if (!node.isShell()) {
            assertThat(nodes.put(node.object(), node)).isNull();
          }
        });
    return nodes;
  }

  private void assertAgreesWithOracle(Object value, String description) {
    ReferenceGraph oracle = new ReferenceGraph(ORACLE, value);
    ProfileNode root = graph.profile(value);
    IdentityHashMap<Object, ProfileNode> nodes = nodes(root);

    assertThat(root.size()).as(description).isEqualTo(oracle.size());
    assertThat(nodes.keySet()).as(description).hasSameSizeAs(oracle.objects);
    for (int i = 0; i < oracle.objects.size(); i++) {
      ProfileNode node = node(nodes, oracle.objects.get(i));
      assertThat(node.pathLength()).as(description).isEqualTo(oracle.distances[i]);
      assertThat(node.refCount()).as(description).isEqualTo(oracle.referenceCounts[i]);
      assertChildrenAddUp(node, description);
    }
  }

  private static void assertChildrenAddUp(ProfileNode node, String description) {
    List<ProfileNode> children = node.children();
    assertThat(children).as(description).isSortedAccordingTo(largestFirst());
    assertThat(children)
        .as(description)
        .allMatch(child -> child.parent().orElseThrow().equals(node));
    long sum = children.stream().mapToLong(ProfileNode::size).sum();
    assertThat(node.size())
        .as(description)
        .isEqualTo(children.isEmpty() ? node.shell().size() : sum);
  }

  private static Comparator<ProfileNode> largestFirst() {
    return Comparator.comparingLong(ProfileNode::size).reversed();
  }

  @Nested
  class AgainstTheOracle {

    @Test
    void profilesOfGeneratedGraphsAgree() throws Exception {
      long seed = new Random().nextLong();
      GeneratedGraphs graphs = new GeneratedGraphs(seed);
      for (int i = 0; i < 100; i++) {
        assertAgreesWithOracle(graphs.next(), "seed " + seed + ", graph " + i);
      }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.tare.heap.HardCases#all")
    void profilesOfHardCasesAgree(String name, Object value) {
      ProfileNode root = graph.profile(value);

      assertThat(root.size()).isEqualTo(ORACLE.sizeOf(value));
      assertThat(nodes(root).keySet()).hasSameSizeAs(ORACLE.reachable(value));
    }
  }

  @Nested
  class Dominance {

    private void assertRetainedSizesEqualRemovals(Object value, String description) {
      ReferenceGraph oracle = new ReferenceGraph(ORACLE, value);
      IdentityHashMap<Object, ProfileNode> nodes = nodes(graph.profile(value));
      for (int i = 0; i < oracle.objects.size(); i++) {
        assertThat(node(nodes, oracle.objects.get(i)).retainedSize())
            .as("%s, object %d", description, i)
            .isEqualTo(oracle.dominatedBy(i));
      }
    }

    @Test
    void retainedSizeIsWhatRemovalMakesUnreachable() {
      long seed = new Random().nextLong();
      Random random = new Random(seed);
      for (int i = 0; i < 400; i++) {
        assertRetainedSizesEqualRemovals(randomArrays(random), "seed " + seed + ", graph " + i);
      }
    }

    @Test
    void retainedSizesOfGeneratedCollectionsAgree() throws Exception {
      long seed = new Random().nextLong();
      GeneratedGraphs graphs = new GeneratedGraphs(seed);
      for (int i = 0; i < 60; i++) {
        Object value = graphs.next();
        if (ORACLE.reachable(value).size() < 600) {
          assertRetainedSizesEqualRemovals(value, "seed " + seed + ", graph " + i);
        }
      }
    }

    /** Returns arrays that refer to each other at random, from chains to dense graphs. */
    private static Object randomArrays(Random random) {
      Object[][] nodes = new Object[1 + random.nextInt(50)][];
      int maxLength = 1 + random.nextInt(4);
      for (int i = 0; i < nodes.length; i++) {
        nodes[i] = new Object[random.nextInt(maxLength + 1)];
      }
      int maxDistance = 1 + random.nextInt(nodes.length);
      for (int i = 0; i < nodes.length; i++) {
        for (int e = 0; e < nodes[i].length; e++) {
          int to = i + random.nextInt(2 * maxDistance + 1) - maxDistance;
          nodes[i][e] = nodes[Math.floorMod(to, nodes.length)];
        }
      }
      return nodes;
    }

    @Test
    void sharedObjectIsChargedToItsDominator() {
      int[] shared = new int[1000];
      Pair left = new Pair(shared, null);
      Pair right = new Pair(shared, null);
      ProfileNode root = graph.profile(new Pair(left, right));
      IdentityHashMap<Object, ProfileNode> nodes = nodes(root);

      assertThat(node(nodes, left).size()).isGreaterThan(4000);
      assertThat(node(nodes, left).retainedSize()).isEqualTo(graph.shallowSizeOf(left));
      assertThat(node(nodes, right).retainedSize()).isEqualTo(graph.shallowSizeOf(right));
      assertThat(node(nodes, shared).retainedSize()).isEqualTo(graph.sizeOf(shared));
      assertThat(root.retainedSize()).isEqualTo(root.size());
      assertThat(node(nodes, shared).refCount()).isEqualTo(2);
    }

    @Test
    void longChainThatSharesAnObjectIsComputed() {
      Pair last = new Pair(null, null);
      Pair chain = last;
      for (int i = 0; i < 1_000_000; i++) {
        chain = new Pair(chain, last);
      }
      ProfileNode root = graph.profile(chain);

      assertThat(root.retainedSize()).isEqualTo(root.size());
      ProfileNode next = root.children().get(0);
      assertThat(next.retainedSize()).isEqualTo(root.size() - 2 * graph.shallowSizeOf(last));
    }
  }

  private static ProfileNode node(IdentityHashMap<Object, ProfileNode> nodes, Object object) {
    return requireNonNull(nodes.get(object), "the object has no node");
  }

  @Nested
  class Navigation {

    private final ProfileNode root =
        graph.profile(
            new Object[] {
              new Pair("a", new int[5]), new Pair(null, new Object[] {null, new long[9]})
            });

    @Test
    void nodesAreNamedByFieldOrIndex() {
      List<String> names = new ArrayList<>();
      root.traverse(node -> !node.isShell(), node -> names.add(node.pathName()));

      assertThat(names)
          .containsExactly(
              "",
              "[1]",
              "[1].right",
              "[1].right[1]",
              "[0]",
              "[0].left",
              "[0].left.value",
              "[0].right");
    }

    @Test
    void pathLeadsFromTheRootToTheNode() {
      ProfileNode deepest = root.children().get(0).children().get(0).children().get(0);

      assertThat(deepest.object()).isInstanceOf(long[].class);
      assertThat(deepest.path())
          .extracting(ProfileNode::name)
          .containsExactly("", "[1]", "right", "[1]");
      assertThat(deepest.pathLength()).isEqualTo(3);
      assertThat(deepest.root()).isEqualTo(root).hasSameHashCodeAs(root);
      assertThat(deepest.parent().orElseThrow())
          .isEqualTo(root.children().get(0).children().get(0));
      assertThat(root.parent()).isEmpty();
      assertThat(root.path()).containsExactly(root);
      assertThat(deepest).hasToString("[1].right[1] : long[], " + deepest.size() + " B");
    }

    @Test
    void shellHasTheBytesOfTheObjectAlone() {
      ProfileNode shell = root.shell();

      assertThat(shell.size()).isEqualTo(graph.shallowSizeOf(root.object()));
      assertThat(shell.retainedSize()).isEqualTo(shell.size());
      assertThat(shell.object()).isSameAs(root.object());
      assertThat(shell.name()).isEqualTo("<shell>");
      assertThat(shell.parent()).contains(root);
      assertThat(shell.children()).isEmpty();
      assertThat(shell.refCount()).isZero();
      assertThat(shell.shell()).isEqualTo(shell);
      assertThat(shell.path()).containsExactly(root, shell);
      assertThat(shell.pathLength()).isEqualTo(1);
      assertThat(shell).isNotEqualTo(root);
      assertThat(root.children()).contains(shell);
    }

    @Test
    void objectIsAtItsShortestPath() {
      Object shared = new int[3];
      Object value = new Object[] {new Pair(new Pair(shared, null), null), shared};

      assertThat(node(nodes(graph.profile(value)), shared).pathName()).isEqualTo("[1]");
    }
  }

  @Nested
  class Traversals {

    @Test
    void traversalEntersAndLeavesNodesInOrder() {
      List<String> visits = new ArrayList<>();
      NodeVisitor visitor =
          new NodeVisitor() {
            @Override
            public void preVisit(ProfileNode node) {
              visits.add("+" + node.name());
            }

            @Override
            public void postVisit(ProfileNode node) {
              visits.add("-" + node.name());
            }
          };

      graph.profile(new Pair(new int[9], new long[9])).traverse(node -> true, visitor);

      assertThat(visits)
          .containsExactly("+", "+right", "-right", "+left", "-left", "+<shell>", "-<shell>", "-");
    }

    @Test
    void traversalSkipsRejectedNodesAndTheirDescendants() {
      List<Object> visited = new ArrayList<>();
      Pair refused = new Pair(new int[9], null);
      Pair accepted = new Pair(null, null);
      Pair value = new Pair(refused, accepted);

      graph
          .profile(value)
          .traverse(node -> node.object() != refused, node -> visited.add(node.typeName()));

      assertThat(visited).hasSize(3);
      graph.profile(value).traverse(node -> false, node -> visited.clear());
      assertThat(visited).hasSize(3);
    }

    @Test
    void traversalBeginsAtTheGivenNode() {
      ProfileNode child = graph.profile(new Pair(new Pair("x", null), null)).children().get(0);
      List<String> names = new ArrayList<>();

      child.traverse(node -> !node.isShell(), node -> names.add(node.pathName()));
      child.shell().traverse(node -> true, node -> names.add(node.name()));

      assertThat(names).containsExactly("left", "left.left", "left.left.value", "<shell>");
    }

    @Test
    void traversalFollowsAChainOfAMillionLinks() {
      ProfileNode root = graph.profile(ObjectGraphTests.chain(1_000_000));
      int[] last = {0, 0};

      root.traverse(
          node -> !node.isShell(),
          new NodeVisitor() {
            @Override
            public void preVisit(ProfileNode node) {
              last[0] = node.pathLength();
            }

            @Override
            public void postVisit(ProfileNode node) {
              last[1]++;
            }
          });

      assertThat(last).containsExactly(999_999, 1_000_000);
      assertThat(root.retainedSize()).isEqualTo(root.size());
    }
  }

  @Nested
  class HardValues {

    @Test
    void cyclicValueIsProfiled() {
      Object[] itself = new Object[2];
      itself[0] = itself;
      itself[1] = itself;
      ProfileNode root = graph.profile(itself);

      assertThat(root.size()).isEqualTo(graph.shallowSizeOf(itself));
      assertThat(root.retainedSize()).isEqualTo(root.size());
      assertThat(root.refCount()).isEqualTo(2);
      assertThat(root.children()).isEmpty();
    }

    @Test
    void objectOfTheProgramIsProfiledAsTheValue() {
      assertThat(graph.profile(TimeUnit.DAYS).size()).isEqualTo(ORACLE.sizeOf(TimeUnit.DAYS));
      assertThat(nodes(graph.profile(new Object[] {TimeUnit.DAYS, String.class}))).hasSize(1);
      assertThatThrownBy(() -> graph.profile(String.class))
          .isInstanceOf(UnweighableException.class)
          .hasMessageContaining("has no exact size");
    }

    @Test
    void nodeMayHaveManyChildren() {
      Object[] value = new Object[100_000];
      for (int i = 0; i < value.length; i++) {
        value[i] = new byte[(i * 31) % 1000];
      }

      List<ProfileNode> children = graph.profile(value).children();

      assertThat(children).hasSize(value.length + 1).isSortedAccordingTo(largestFirst());
    }
  }

  @Test
  void dumpHasTreeAndRetainedSizes() {
    byte[] shared = new byte[984];
    Object value = new Object[] {new Pair(shared, null), new Object[] {new Pair(null, shared)}};

    String dump = graph.profile(value).dump(NodeDetail.values());

    assertThat(dump.lines().map(line -> line.replaceAll(" +", " ").strip()))
        .startsWith("tree size retained size refs name : class")
        .anyMatch(line -> line.matches("1,0\\d\\d B 9\\d\\.\\d % 24 B 2\\.\\d % 1 \\[0] : .*Pair"))
        .anyMatch(
            line -> line.matches("1,000 B 9\\d\\.\\d % 1,000 B 9\\d\\.\\d % 2 left : byte\\[]"));
  }
}
