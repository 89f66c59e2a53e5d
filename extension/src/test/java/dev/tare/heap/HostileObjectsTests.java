package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests with objects, collections and holders whose methods throw or never return once armed. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@WeavesOrWalks
class HostileObjectsTests {

  private static final List<Object> REGISTRY = new ArrayList<>();

  private static volatile boolean isArmed;

  private final ObjectGraph graph = ObjectGraph.open();
  private final StringWriter written = new StringWriter();

  /** Reactions of methods that must not be called. */
  enum Hostility {
    THROWS {
      @Override
      void act() {
        throw new AssertionError("a method was called");
      }
    },
    BLOCKS {
      @Override
      void act() {
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException e) {
          throw new AssertionError("a method was called", e);
        }
      }
    };

    abstract void act();

    void strike() {
      if (isArmed) {
        act();
      }
    }
  }

  static final class Thing implements Comparable<Thing>, CharSequence {
    final Object inside = new int[3];
    final Hostility hostility;

    Thing(Hostility hostility) {
      this.hostility = hostility;
    }

    @Override
    public boolean equals(Object other) {
      hostility.strike();
      return this == other;
    }

    @Override
    public int hashCode() {
      hostility.strike();
      return 1;
    }

    @Override
    public String toString() {
      hostility.strike();
      return "";
    }

    @Override
    public int compareTo(Thing other) {
      hostility.strike();
      return 0;
    }

    @Override
    public int length() {
      hostility.strike();
      return 0;
    }

    @Override
    public char charAt(int index) {
      hostility.strike();
      return 'x';
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      hostility.strike();
      return this;
    }
  }

  static final class Things extends ArrayList<Object> {
    private static final long serialVersionUID = 1L;
    final transient Hostility hostility;

    Things(Hostility hostility) {
      this.hostility = hostility;
    }

    @Override
    public int size() {
      hostility.strike();
      return super.size();
    }

    @Override
    public boolean equals(Object other) {
      hostility.strike();
      return super.equals(other);
    }

    @Override
    public int hashCode() {
      hostility.strike();
      return super.hashCode();
    }

    @Override
    public String toString() {
      hostility.strike();
      return super.toString();
    }
  }

  /** Returns a value with twelve objects, of which two are also in the registry. */
  private static Object[] value(Hostility hostility) {
    Things things = new Things(hostility);
    things.add(new Thing(hostility));
    Map<Thing, Object> map = new HashMap<>();
    Thing key = new Thing(hostility);
    map.put(key, key);
    REGISTRY.add(key);
    return new Object[] {things, map, new Thing(hostility)};
  }

  private static final long OBJECTS = 12;

  @AfterEach
  void disarm() {
    isArmed = false;
    REGISTRY.clear();
  }

  @ParameterizedTest
  @EnumSource
  void sizeCallsNoMethodOfTheObjects(Hostility hostility) {
    Object[] value = value(hostility);
    isArmed = true;

    long size = graph.sizeOf(value);

    assertThat(graph.footprint(value).objects().items()).isEqualTo(OBJECTS);
    assertThat(graph.paths(value).bytes()).isEqualTo(size);
    assertThat(graph.sizeDelta(value[2], value))
        .isEqualTo(size - graph.sizeOf(value[2]))
        .isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void retainedSizeCallsNoMethodOfTheObjects(Hostility hostility) {
    Object[] value = value(hostility);
    Thing holder = new Thing(hostility);
    isArmed = true;

    RetainedFootprint retention = graph.retained(value, holder, value[2]);

    assertThat(retention.retained().objects().items()).isEqualTo(OBJECTS - 4);
    assertThat(graph.otherHolders(value, holder, value[2]))
        .extracting(path -> path.kind().noun() + " " + path.root())
        .containsExactlyInAnyOrder(
            "extra root " + Thing.class.getTypeName(),
            "static field " + HostileObjectsTests.class.getTypeName() + ".REGISTRY");
  }

  @ParameterizedTest
  @EnumSource
  void profileCallsNoMethodOfTheObjects(Hostility hostility) {
    Object[] value = value(hostility);
    WasteVisitor waste = new WasteVisitor();
    isArmed = true;

    ProfileNode profile = graph.profile(value);
    profile.traverse(NodeFilters.all(), waste);
    for (NodeVisitor visitor : visitors()) {
      profile.traverse(NodeFilters.all(), visitor);
    }

    assertThat(profile.retainedSize()).isEqualTo(graph.sizeOf(value)).isEqualTo(profile.size());
    assertThat(graph.retainedProfile(value).size()).isLessThan(profile.size());
    assertThat(waste.findings()).isNotEmpty();
    assertThat(written.toString()).contains(Thing.class.getTypeName());
    assertThat(profile.dump()).contains(Thing.class.getTypeName());
  }

  private List<NodeVisitor> visitors() {
    NodeDetail[] details = NodeDetail.values();
    return Stream.of(
            NodeVisitors.xml(written, details),
            NodeVisitors.json(written, details),
            NodeVisitors.text(written))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void objectsAreComparedByIdentity(Hostility hostility) {
    Thing[] twice = new Thing[100];
    Arrays.setAll(twice, i -> new Thing(hostility));
    Object[] value = {twice, twice.clone()};
    isArmed = true;

    assertThat(graph.footprint(value).objects().items()).isEqualTo(203);
    assertThat(graph.profile(value).retainedSize()).isEqualTo(graph.sizeOf(value));
  }
}
