package dev.tare.benchmarks.graphs;

import dev.tare.heap.ObjectGraph;
import org.ehcache.sizeof.SizeOf;
import org.github.jamm.MemoryMeter;
import org.openjdk.jol.info.GraphLayout;

/** Tool that weighs a graph. */
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

  /** The project of OpenJDK, which also records each object and its path. */
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

  // each created on first use, so that the first call of one does not include the others

  private static final class OfTare {
    private static final ObjectGraph GRAPH = ObjectGraph.open();
  }

  private static final class OfJamm {
    private static final MemoryMeter METER = MemoryMeter.builder().build();
  }

  private static final class OfEhcache {
    private static final SizeOf SIZE_OF = SizeOf.newInstance();
  }

  /** Title in a table. */
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
