package dev.tare.benchmarks.graphs;

import dev.tare.heap.ObjectGraph;
import org.ehcache.sizeof.SizeOf;
import org.github.jamm.MemoryMeter;
import org.openjdk.jol.info.GraphLayout;

/** What weighs a graph. */
enum Tool {

  /** Ours. */
  TARE("Tare sizeOf") {
    @Override
    long sizeOf(Object value) {
      return OfTare.GRAPH.sizeOf(value);
    }
  },

  /** Ours, with totals and counts by class. */
  FOOTPRINT("Tare footprint") {
    @Override
    long sizeOf(Object value) {
      return OfTare.GRAPH.footprint(value).bytes();
    }
  },

  /** Ours, with a tree of shortest paths. */
  PROFILE("Tare profile") {
    @Override
    long sizeOf(Object value) {
      return OfTare.GRAPH.profile(value).size();
    }
  },

  /** The JDK's own project, which knows each object and its path afterwards, too. */
  JOL("JOL GraphLayout") {
    @Override
    long sizeOf(Object value) {
      return GraphLayout.parseInstance(value).totalSize();
    }
  },

  /** Cassandra's. */
  JAMM("jamm") {
    @Override
    long sizeOf(Object value) {
      return OfJamm.METER.measureDeep(value);
    }
  },

  /** Ehcache's. */
  EHCACHE("ehcache sizeof") {
    @Override
    long sizeOf(Object value) {
      return OfEhcache.SIZE_OF.deepSizeOf(value);
    }
  };

  // each made when it is asked for, as the first call of one must not wait for the others

  private static final class OfTare {
    private static final ObjectGraph GRAPH = ObjectGraph.open();
  }

  private static final class OfJamm {
    private static final MemoryMeter METER = MemoryMeter.builder().build();
  }

  private static final class OfEhcache {
    private static final SizeOf SIZE_OF = SizeOf.newInstance();
  }

  /** In a table. */
  final String title;

  Tool(String title) {
    this.title = title;
  }

  boolean isPeer() {
    return this == JOL || this == JAMM || this == EHCACHE;
  }

  /** The bytes of a value and everything it reaches, as the tool says. */
  abstract long sizeOf(Object value);
}
